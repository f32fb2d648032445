import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { query } from '../../base/api/api.ts'

/** Stops that follow each other and are in one area. */
export type Area = { key: string; title: string; stops: readonly Order[] }

const pickup = 'At the shop'

/** The area of an address: its postal code and city. */
export const areaOf = ({ address }: Pick<Order, 'address'>) =>
  address ? `${address.pincode.replace(/\s+/g, '').toUpperCase()} ${address.city}`.trim() : pickup

/** By area, and in it the oldest order first; orders that the customer picks up come last. */
export const byArea = (orders: readonly Order[]): Order[] =>
  orders.toSorted((one, other) => {
    if (!one.address || !other.address) return Number(!one.address) - Number(!other.address)
    return compare(areaOf(one), areaOf(other)) || compare(one.created_at, other.created_at)
  })

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The saved sequence. An order that is new since then follows the last stop of its area, or comes last. */
export function inSequence(orders: readonly Order[], saved: readonly string[]): Order[] {
  const place = new Map(saved.map((id, at) => [id, at]))
  const known = orders.filter(({ id }) => place.has(id))
  const stops = known.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
  for (const order of byArea(orders.filter(({ id }) => !place.has(id)))) {
    const last = stops.findLastIndex((stop) => areaOf(stop) === areaOf(order))
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

/** More stops than a day has; the screen says when there are more. */
export const mostStops = 100

/** The open orders of the signed-in staff user. */
export const roundOrders = () =>
  query(listMyOrders, {
    querystring: {
      assigned_user: localStorage.getItem('id') ?? '',
      exclude_status: 'delivered',
      limit: String(mostStops),
    },
  })
