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

/** Follows a list itself, since then, because its rows must not move. */
type Follower = { since: number; hear: Listener }

/** The lists that are followed, by the hash of their query. */
export const followers = new Map<string, Follower>()
