import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { areaOf } from '@our-print/contract/orders/roundSequence.ts'
import { query } from '../../base/api/api.ts'

/** Stops that follow each other and are in one area. */
export type Area = { key: string; title: string; stops: readonly Order[] }

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
