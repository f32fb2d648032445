import { useEffect, useId } from 'react'

/** Something that can be done with what the page shows. */
export type Act = { label: string; run: () => void }

/** What can be done with the open record or the selection, for the palette. */
export type Offer = {
  /** 'Order 1042', '3 selected orders' */
  about: string
  acts: readonly Act[]
  /** Gives it to a staff user, where that is allowed. */
  assign?: (id: string, name: string) => void
}

let offers: ReadonlyMap<string, Offer> = new Map<string, never>()

/** Offers acts to the palette while the component is there. */
export function useOffer(offer: Offer): void {
  const id = useId()
  // As it is drawn now: the acts close over what is selected.
  useEffect(() => {
    offers = new Map(offers).set(id, offer)
  })
  useEffect(
    () => () => {
      offers = new Map([...offers].filter(([other]) => other !== id))
    },
    [id],
  )
}

/** What the page offers now: the palette asks when it opens. */
export const readOffers = (): readonly Offer[] => [...offers.values()]
