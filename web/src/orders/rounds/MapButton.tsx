import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { ExpandMore, PlaceOutlined as Place } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Menu, MenuItem, MenuSection } from '../../base/ui/Menu.tsx'
import { addressLine } from '../orderMoves/orderTexts.ts'

type Props = {
  /** All of the round, as they are numbered on the screen. */
  round: readonly Order[]
  /** Those of them to go to. */
  stops: readonly Order[]
}

/** Opens the whole round in maps: at once, or by a menu of the parts that the map takes. */
export function MapButton({ round, stops }: Props) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const routes = mapRoutes(stops, round)
  const [first] = routes
  if (!first) return null
  if (routes.length === 1) {
    return (
      <Button
        href={first.href}
        target="_blank"
        rel="noopener"
        start={<Place />}
        aria-label="Map of the round"
      >
        Map
      </Button>
    )
  }
  return (
    <>
      <Button
        start={<Place />}
        end={<ExpandMore />}
        aria-label="Map of the round"
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={(event) => setMenu(event.currentTarget)}
      >
        Map
      </Button>
      {menu && (
        <Menu label="Map of the round" anchor={menu} onClose={() => setMenu(null)}>
          <MenuSection title={`Google Maps takes ${mostStops} stops at once`}>
            {routes.map(({ href, first, last }) => (
              <MenuItem key={first} href={href}>
                Stops {first} to {last}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      )}
    </>
  )
}

/** What a link of Google Maps takes: nine stops on the way and a destination, in 2,048 characters. */
const mostStops = 10
const mostCharacters = 2048

/** A link to directions over some stops, named by their places in the round, from 1. */
export type MapRoute = { href: string; first: number; last: number }

/** The whole round as links to directions from where the phone is: one, or as many as the map needs. */
export function mapRoutes(stops: readonly Order[], round = stops): MapRoute[] {
  const places = new Map(round.map(({ id }, at) => [id, at + 1]))
  const placeOf = (at: number) => places.get(stops[at]?.id ?? '') ?? at + 1
  const routes: MapRoute[] = []
  for (let first = 0; first < stops.length; ) {
    let last = Math.min(stops.length, first + mostStops)
    while (last > first + 1 && hrefOf(stops.slice(first, last)).length > mostCharacters) last -= 1
    routes.push({
      href: hrefOf(stops.slice(first, last)),
      first: placeOf(first),
      last: placeOf(last - 1),
    })
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
