import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { areaOf, compareStops } from '@our-print/contract/orders/roundSequence.ts'
import { query } from '../../base/api/api.ts'

/** Stops that follow each other and are in one area. */
export type Area = { key: string; title: string; stops: readonly Order[] }

/** Which part of the round an order was read with. A part that is read later comes below, so that no stop moves. */
export type PartOf = (order: Pick<Order, 'id'>) => number
const onePart: PartOf = () => 0

/** By part, in it by area, and there the oldest order first; orders that the customer picks up come last. */
export const byArea = (orders: readonly Order[], partOf = onePart): Order[] =>
  orders.toSorted((one, other) => {
    if (partOf(one) !== partOf(other)) return partOf(one) - partOf(other)
    return compareStops(one, other)
  })

/** The saved sequence. An order that is new since then follows the last stop of its area, or comes last. */
export function inSequence(orders: readonly Order[], saved: readonly string[], partOf = onePart): Order[] {
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

/** The stops with a heading wherever the area changes. */
export function areasOf(stops: readonly Order[]): Area[] {
  const areas: { key: string; title: string; stops: Order[] }[] = []
  for (const stop of stops) {
    const last = areas.at(-1)
    const title = areaOf(stop)
    if (last?.title === title) last.stops.push(stop)
    else areas.push({ key: stop.id, title, stops: [stop] })
  }
  return areas
}

/** The ids with one of them moved to another place. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

// No components here: index.html sends the first request before they are loaded.

/** The stops of a part: more than most days have. */
export const stopsOfPart = 100

/** A part of the open orders of the signed-in staff user, the oldest first. */
export const roundOrders = (part = 0) =>
  query(listMyOrders, {
    querystring: {
      assigned_user: localStorage.getItem('id') ?? '',
      exclude_status: 'delivered',
      ordering: 'created_at',
      limit: String(stopsOfPart),
      offset: String(part * stopsOfPart),
    },
  })
