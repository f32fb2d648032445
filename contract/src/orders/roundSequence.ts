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

/** Which part of the round an order was read with. A part that is read later comes below, so that no stop moves. */
export type PartOf = (stop: { id: string }) => number
const onePart: PartOf = () => 0

type Placed = Stop & { id: string }

/** By part, in it as rounds begin. */
export const byArea = <S extends Placed>(orders: readonly S[], partOf = onePart): S[] =>
  orders.toSorted((one, other) => {
    if (partOf(one) !== partOf(other)) return partOf(one) - partOf(other)
    return compareStops(one, other)
  })

/** The saved sequence. An order that is new since then follows the last stop of its area, or comes last. */
export function inSequence<S extends Placed>(
  orders: readonly S[],
  saved: readonly string[],
  partOf = onePart,
): S[] {
  const place = new Map(saved.map((id, at) => [id, at]))
  const known = orders.filter(({ id }) => place.has(id))
  const stops = known.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
  for (const order of byArea(
    orders.filter(({ id }) => !place.has(id)),
    partOf,
  )) {
    const last = stops.findLastIndex(
      (stop) => areaOf(stop) === areaOf(order) && partOf(stop) === partOf(order),
    )
    stops.splice(last < 0 ? stops.length : last + 1, 0, order)
  }
  return stops
}
