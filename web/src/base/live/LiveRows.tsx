import {
  hashKey,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { noteRecords } from '../api/latest.ts'
import { entityOf, followers, onLiveEvent } from './eventBus.ts'
import styles from './LiveRows.module.css'
import { type LiveEvent, leavesVersion, noHighlights, type RowHighlights } from './live.ts'
import { seeOrders } from './newOrders.ts'
import { countOf, isAbout, isKnown, leftOf } from './topics.ts'

/** What would move the rows: it waits until the person asks for it. */
type Waiting = { entered: number; left: number; at: number }

type Options = {
  client: QueryClient
  queryKey: QueryKey
  /** Reads the list. */
  queryFn: unknown
  /** What waits, and the rows to highlight. */
  show: (waiting: Waiting | undefined, highlights: RowHighlights) => void
}

/** How long a changed row is highlighted. */
const highlightMs = 4_500
/** Browsers that hear of the same change do not all ask in the same moment, and none more than once a second. */
const pauseMs = () => 300 + Math.random() * 300
const leastBetweenMs = 1_000

const showsOrders = (url: unknown) => url === '/api/all-orders/' || url === '/api/my_orders/'

/**
 * Follows the changes of a list while it is shown: rows change in their places, and what would move them waits.
 * Changes that the page has read itself, after a write of this person, are no news.
 */
function followList({ client, queryKey, queryFn, show }: Options) {
  const url = String(queryKey[0])
  const hash = hashKey(queryKey)
  /** The records that others have changed, with their versions; 'all' when events were missed. */
  let touched: Map<string, number> | 'all' = new Map<string, number>()
  let next: Page | undefined
  let waiting: Waiting | undefined
  let highlights = noHighlights
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  let highlightTimer: ReturnType<typeof setTimeout> | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let isEnded = false

  const shownPage = () => client.getQueryData<Page>(queryKey)
  const isTouched = ({ id }: Row) => touched === 'all' || touched.has(id)

  function hear(event: LiveEvent | undefined): void {
    if (event?.name === 'order.viewed') return
    if (event && (!isAbout(url, entityOf(event)) || isKnown(url, queryKey[1], event))) return
    if (!event) touched = 'all'
    else if (touched !== 'all') touched.set(event.id, versionOf(event))
    const wait = Math.max(pauseMs(), checkedAt + leastBetweenMs - performance.now())
    checkTimer ??= setTimeout(() => void checkForChanges(), wait)
  }

  async function checkForChanges(): Promise<void> {
    const shown = shownPage()
    if (shown && hasNews(shown)) {
      checkedAt = performance.now()
      // After a failure the next event looks again, because what was touched is kept.
      const page = await client
        .fetchQuery({
          queryKey: ['live', ...queryKey],
          queryFn: queryFn as QueryFunction<Page>,
          staleTime: 0,
          gcTime: 0,
          retry: false,
        })
        .catch(() => undefined)
      if (page && !isEnded) merge(page)
    }
    checkTimer = undefined
  }

  const versionOf = (event: LiveEvent) => (leavesVersion(event) ? Number.POSITIVE_INFINITY : event.version)

  function hasNews(shown: Page): boolean {
    if (touched === 'all') return true
    const known = new Map(shown.results.map((row) => [row.id, row.version]))
    return [...touched].some(([id, version]) => (known.get(id) ?? -1) < version)
  }

  function merge(read: Page): void {
    const shown = shownPage()
    if (!shown) return
    const page = withNewest(read, shown)
    const fresh = new Map(page.results.map((row) => [row.id, row]))
    const ids = new Set(shown.results.map(({ id }) => id))
    const moved = rowsThatMoved(shown, page)
    const entered = moved.entered.filter(isTouched).length
    const gone = moved.gone.filter(isTouched).map(({ id }) => id)
    const changed = shown.results.flatMap((row) => {
      const now = fresh.get(row.id)
      return now && isChanged(row, now) ? [now] : []
    })
    const isSame = page.results.length === ids.size && page.results.every(({ id }) => ids.has(id))
    const nothingMoves = isSame || shown.results.length === 0
    const results =
      shown.results.length === 0 ? page.results : shown.results.map((row) => fresh.get(row.id) ?? row)
    client.setQueryData<Page>(queryKey, { ...page, results })
    noteRecords(changed)
    next = page
    waiting =
      !nothingMoves && entered + gone.length > 0 ? { entered, left: gone.length, at: Date.now() } : undefined
    if (nothingMoves) touched = new Map()
    highlight(new Set(changed.map(({ id }) => id)), new Set(gone))
  }

  function highlight(changed: ReadonlySet<string>, gone: ReadonlySet<string>): void {
    highlights = { changed, gone }
    show(waiting, highlights)
    clearTimeout(highlightTimer)
    if (changed.size > 0)
      highlightTimer = setTimeout(() => highlight(noHighlights.changed, highlights.gone), highlightMs)
  }

  followers.set(hash, { since: performance.now(), hear })
  const endListening = onLiveEvent(hear)
  if (showsOrders(url)) seeOrders()
  return {
    /** Shows the list as it is now. */
    showAll(): void {
      const shown = shownPage()
      if (next) client.setQueryData(queryKey, shown ? withNewest(next, shown) : next)
      touched = new Map()
      waiting = undefined
      highlight(noHighlights.changed, noHighlights.gone)
      if (showsOrders(url)) seeOrders()
    },
    stop(): void {
      isEnded = true
      endListening()
      clearTimeout(checkTimer)
      clearTimeout(highlightTimer)
      followers.delete(hash)
    },
  }
}

type Props = {
  queryKey: QueryKey
  /** Reads the list, whose pages have a count and results. */
  queryFn: unknown
  /** When the rows that are shown were read. */
  readAt: number
  onHighlights: (highlights: RowHighlights) => void
}

/** Follows the changes of a list; shows the button behind which new rows wait. Its React key is that of the list. */
export default function LiveRows({ queryKey, queryFn, readAt, onHighlights }: Props) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Waiting>()
  const follower = useRef<ReturnType<typeof followList>>(undefined)

  const follow = useEffectEvent(() =>
    followList({
      client,
      queryKey,
      queryFn,
      show: (found, highlights) => {
        setWaiting(found)
        onHighlights(highlights)
      },
    }),
  )
  const end = useEffectEvent(() => {
    setWaiting(undefined)
    onHighlights(noHighlights)
  })
  useEffect(() => {
    const own = follow()
    follower.current = own
    return () => {
      own.stop()
      end()
    }
  }, [])

  // When the page has read the list again itself, after a write of this person, nothing waits any more.
  const current = waiting && waiting.at >= readAt ? waiting : undefined
  const [url] = queryKey as [string]
  return (
    <output className={styles.waiting}>
      {current && (
        <button type="button" className={styles.button} onClick={() => follower.current?.showAll()}>
          {[
            ...(current.entered > 0 ? [countOf(url, current.entered)] : []),
            ...(current.left > 0 ? [leftOf(url, current.left)] : []),
          ].join(', ')}
        </button>
      )}
    </output>
  )
}

// What two reads of the same page of a list say about its rows.

export type Row = { id: string; version?: number }
export type Page = { count: number; next: string | null; previous: string | null; results: Row[] }

/** A version tells; rows without one are compared. */
export const isChanged = (before: Row, now: Row): boolean =>
  now.version === undefined ? JSON.stringify(before) !== JSON.stringify(now) : before.version !== now.version

/** The page as it was read, without going back behind what is shown: the answer of a slow read may be older. */
export function withNewest(read: Page, shown: Page): Page {
  const known = new Map(shown.results.map((row) => [row.id, row]))
  return {
    ...read,
    results: read.results.map((row) => {
      const before = known.get(row.id)
      return before && (before.version ?? 0) > (row.version ?? 0) ? before : row
    }),
  }
}

/**
 * What came into a list and what left it, without the rows that only moved over an edge of the page: when three rows come in
 * at the top, the last three of a full page stand on the next one. Where no row is on both, rows were pushed down.
 */
export const rowsThatMoved = (shown: Page, now: Page): { entered: Row[]; gone: Row[] } => ({
  entered: rowsOnlyIn(now, shown, Number.NEGATIVE_INFINITY),
  gone: rowsOnlyIn(shown, now, Number.POSITIVE_INFINITY),
})

function rowsOnlyIn(page: Page, other: Page, otherwise: number): Row[] {
  const places = new Map(other.results.map(({ id }, at) => [id, at]))
  /** How far the row before moved that is on both: the rows behind it would have moved with it. */
  let shift: number | undefined
  const shifts = page.results.map(({ id }, at) => {
    const place = places.get(id)
    if (place !== undefined) shift = place - at
    return shift
  })
  const first = shifts.find((one) => one !== undefined) ?? otherwise
  return page.results.filter(({ id }, at) => {
    if (places.has(id)) return false
    const place = at + (shifts[at] ?? first)
    return !((place >= other.results.length && other.next) || (place < 0 && other.previous))
  })
}
