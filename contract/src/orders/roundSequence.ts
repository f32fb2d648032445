import type { Address } from '../values.ts'

/** What decides where an order stands in a round, as long as nobody has moved it. */
export type Stop = {
  address: Address | null
  created_at: string
  promised_at: string | null
  window_from: string | null
}

const pickup = 'At the shop'

/** The area of an address: its postal code and city. */
export const areaOf = ({ address }: Pick<Stop, 'address'>) =>
  address ? `${address.pincode.replace(/\s+/g, '').toUpperCase()} ${address.city}`.trim() : pickup

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** A window that begins later belongs to another round. */
const roundHours = 12

/** 0: by its window. 1: it has none. 2: its window is of a later round. */
const rankOf = ({ window_from }: Stop, now: number) =>
  window_from === null ? 1 : Date.parse(window_from) - now < roundHours * 3_600_000 ? 0 : 2

/**
 * Windows first, the one that ends first in front; then by area, in it the oldest order first; orders that the customer picks
 * up come last.
 */
export function compareStops(one: Stop, other: Stop, now = Date.now()): number {
  if (!one.address || !other.address) return Number(!one.address) - Number(!other.address)
  const ranks = rankOf(one, now) - rankOf(other, now)
  if (ranks !== 0) return ranks
  if (one.window_from !== null && one.promised_at !== other.promised_at)
    return compare(one.promised_at ?? '', other.promised_at ?? '')
  return compare(areaOf(one), areaOf(other)) || compare(one.created_at, other.created_at)
}
