import type { LiveEvent } from './live.ts'

/** Undefined: something was missed, and everything is to be read again. */
type Listener = (event: LiveEvent | undefined) => void

const listeners = new Set<Listener>()

/** Calls the listener with each event of the stream. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tell(event: LiveEvent | undefined): void {
  for (const listener of listeners) listener(event)
}

/** The entity of an event: 'order' of 'order.changed'. */
export const entityOf = ({ name }: LiveEvent): string => {
  const entity = name.slice(0, name.indexOf('.'))
  // Named so for other systems; its record is the sale.
  return name === 'voucher.purchased' || name === 'voucher.voided' ? 'sold_voucher' : entity
}

/** The hashes of the queries whose lists look for changes themselves, because their rows must not move. */
export const liveLists = new Set<string>()
export const isOwnList = (queryHash: string): boolean => liveLists.has(queryHash)
