import type { Order } from '@our-print/contract/orders/orders.ts'
import { addressLine } from '../orderMoves/orderTexts.ts'

/** What a link of Google Maps takes: nine stops on the way and a destination, in 2,048 characters. */
const mostStops = 10
const mostCharacters = 2048

/** A link to directions over some stops, which are counted from 1. */
export type MapRoute = { href: string; first: number; last: number }

/** The whole round as links to directions from where the phone is: one, or as many as the map needs. */
export function mapRoutes(stops: readonly Order[]): MapRoute[] {
  const routes: MapRoute[] = []
  for (let first = 0; first < stops.length; ) {
    let last = Math.min(stops.length, first + mostStops)
    while (last > first + 1 && hrefOf(stops.slice(first, last)).length > mostCharacters) last -= 1
    routes.push({ href: hrefOf(stops.slice(first, last)), first: first + 1, last })
    first = last
  }
  return routes
}

function hrefOf(stops: readonly Order[]): string {
  const places = stops.map((order) => `${addressLine(order)}, ${order.address?.country ?? ''}`)
  const parameters = new URLSearchParams({
    api: '1',
    travelmode: 'driving',
    destination: places.at(-1) ?? '',
  })
  if (places.length > 1) parameters.set('waypoints', places.slice(0, -1).join('|'))
  return `https://www.google.com/maps/dir/?${parameters}`
}
