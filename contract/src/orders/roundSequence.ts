import type { Address } from '../values.ts'

/** What decides where an order stands in a round, as long as nobody has moved it. */
type Stop = { address: Address | null; created_at: string }

const pickup = 'At the shop'

/** The area of an address: its postal code and city. */
export const areaOf = ({ address }: Pick<Stop, 'address'>) =>
  address ? `${address.pincode.replace(/\s+/g, '').toUpperCase()} ${address.city}`.trim() : pickup

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** By area, in it the oldest order first; orders that the customer picks up come last. */
export function compareStops(one: Stop, other: Stop): number {
  if (!one.address || !other.address) return Number(!one.address) - Number(!other.address)
  return compare(areaOf(one), areaOf(other)) || compare(one.created_at, other.created_at)
}
