import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { plural } from '../../base/format/format.ts'
import { PlaceOutlined as Place } from '../../base/icons/home.tsx'
import { usePolling } from '../../base/live/live.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { signedInId } from '../../people/session/session.ts'
import { addressLine } from '../orderMoves/orderTexts.ts'
import { ScanLink } from '../orderMoves/RoundLink.tsx'
import styles from './RoundPage.module.css'
import { RoundStops } from './RoundStops.tsx'
import { areasOf, inSequence, roundOrders } from './stops.ts'

const ReorderStops = lazyPart(() => import('./ReorderStops.tsx'))

const refetchMs = 30_000

/** The round of the signed-in staff user: their stops by area, in the sequence that they choose. */
export function RoundPage() {
  const reply = useQuery({ ...roundOrders(), refetchInterval: usePolling(refetchMs) })
  const { stops: orders, isDone } = useStops(reply.data?.results)
  const { saved, save } = useSequence()
  const [isReordering, setReordering] = useState(false)
  useAfterFirstView(ReorderStops.preload)
  if (!reply.data && reply.error) return <LoadFailure title="Your round could not be loaded" reply={reply} />
  if (!reply.data) return <Loading />

  const stops = inSequence(orders, saved)
  const open = stops.filter((stop) => !isDone(stop))
  const more = reply.data.count - reply.data.results.length
  const summary = `${plural(open.length, 'stop')} left${open.length < stops.length ? `, ${stops.length - open.length} done` : ''}`
  return (
    <Page
      title="Round"
      narrow
      subtitle={
        <Text size="small" tone="muted">
          {summary}
        </Text>
      }
      actions={
        <>
          <ScanLink />
          {stops.length > 1 && (
            <Button aria-pressed={isReordering} onClick={() => setReordering(!isReordering)}>
              {isReordering ? 'Done' : 'Reorder'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        {more > 0 && (
          <Text>
            These are the newest {stops.length}; {more} more are in Assigned.
          </Text>
        )}
        {stops.length === 0 && (
          <Card pad={8} className={styles.empty}>
            <Heading level="h2" like="h3">
              No Records found
            </Heading>
            <Text tone="muted">Nothing to deliver. New orders show here by themselves.</Text>
          </Card>
        )}
        {isReordering ? (
          <ReorderStops waiting={<Loading of="part" />} stops={stops} onChange={save} />
        ) : (
          <>
            <MapLinks stops={open.filter(({ address }) => address !== null)} />
            <RoundStops areas={areasOf(stops)} isDone={isDone} />
          </>
        )}
      </Stack>
    </Page>
  )
}

/**
 * The open orders, and those that were open since this screen was opened: a stop that is done stays where it is, so that
 * no other one moves under the thumb.
 */
function useStops(open: readonly Order[] | undefined) {
  const [seen, setSeen] = useState<readonly Order[]>([])
  const [last, setLast] = useState(open)
  if (open && open !== last) {
    setLast(open)
    setSeen(merge(seen, open))
  } else if (open && seen.length === 0 && open.length > 0) {
    setSeen(open)
  }
  const isOpen = new Set(open?.map(({ id }) => id))
  const left = seen.filter(({ id }) => !isOpen.has(id))
  // They tell whether it is delivered, and whether that can be taken back.
  const replies = useQueries({ queries: left.map(({ id }) => query(getOrder, { params: { id } })) })
  const now = new Map(left.map((order, at) => [order.id, replies[at]?.data ?? order]))
  const gone = new Set(left.filter((_, at) => replies[at]?.error?.status === 404).map(({ id }) => id))
  const stops = seen.filter(({ id }) => !gone.has(id)).map((order) => now.get(order.id) ?? order)
  return { stops, isDone: ({ id }: Order) => !isOpen.has(id) }
}

const merge = (seen: readonly Order[], open: readonly Order[]) => {
  const fresh = new Map(open.map((order) => [order.id, order]))
  const known = new Set(seen.map(({ id }) => id))
  return [...seen.map((order) => fresh.get(order.id) ?? order), ...open.filter(({ id }) => !known.has(id))]
}

/*
 * The sequence is kept on this device: it is of use to one person for one day, a phone without a network can change it,
 * and it is gone with the sign-out. A second phone starts by area.
 */
const keyOf = (staffUser: string) => `round ${staffUser}`

function read(key: string): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The ids of the stops in the sequence that the staff user chose. */
function useSequence() {
  const key = keyOf(signedInId())
  const [saved, setSaved] = useState(() => read(key))

  function save(ids: readonly string[]) {
    setSaved([...ids])
    try {
      localStorage.setItem(key, JSON.stringify(ids))
    } catch {
      // The device has no space left: the sequence lasts until the page is closed.
    }
  }

  return { saved, save }
}

/** Opens the whole round in maps; says so where the map takes only a part of it at once. */
function MapLinks({ stops }: { stops: readonly Order[] }) {
  const routes = mapRoutes(stops)
  if (routes.length === 0) return null
  const isCut = routes.length > 1
  return (
    <Stack gap={1}>
      <Row gap={2} wrap>
        {routes.map(({ href, first, last }) => (
          <div key={first} className={styles.route}>
            <Button full href={href} target="_blank" rel="noopener" start={<Place />}>
              {isCut ? `Stops ${first} to ${last} in maps` : 'Open the whole round in maps'}
            </Button>
          </div>
        ))}
      </Row>
      {isCut && (
        <Text size="small" tone="muted">
          Google Maps takes 10 stops at once, so the round is in {routes.length} parts.
        </Text>
      )}
    </Stack>
  )
}

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
