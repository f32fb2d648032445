import { hashKey, type QueryClient, type QueryFunction, type QueryKey } from '@tanstack/react-query'
import { noteRecords } from '../api/latest.ts'
import { isChanged, type Page, type Row, rowsThatMoved, withNewest } from './comparePages.ts'
import { entityOf, followers, onLiveEvent } from './eventBus.ts'
import { type LiveEvent, noHighlights, type RowHighlights } from './live.ts'
import { seeOrders } from './newOrders.ts'
import { isAbout, isKnown } from './topics.ts'

/** What would move the rows: it waits until the person asks for it. */
export type Waiting = { entered: number; left: number; at: number }

type Options = {
  client: QueryClient
  queryKey: QueryKey
  /** Reads the list. */
  queryFn: unknown
  /** What waits, and the rows to mark. */
  show: (waiting: Waiting | undefined, highlights: RowHighlights) => void
}

/** How long a changed row is marked. */
const highlightMs = 4_500
/** Browsers that hear of the same change do not all ask in the same moment, and none more than once a second. */
const pauseMs = () => 300 + Math.random() * 300
const leastBetweenMs = 1_000

const showsOrders = (url: unknown) => url === '/api/all-orders/' || url === '/api/my_orders/'

/**
 * Follows the changes of a list while it is shown: rows change in their places, and what would move them waits.
 * Changes that the page has read itself, after a write of this person, are no news.
 */
export function followList({ client, queryKey, queryFn, show }: Options) {
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
    else if (touched !== 'all') touched.set(event.id, event.version)
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
