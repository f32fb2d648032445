import { getOrder } from '@our-print/contract/orders/orders.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../api/api.ts'
import { noteAuthor, noteRecords } from '../api/latest.ts'
import { useIsHeld } from '../api/useViewer.ts'
import { entityOf, followers, onLiveEvent } from './eventBus.ts'
import { type LiveEvent, leavesVersion } from './live.ts'
import { addNewOrder, seeOrders, watchTitle } from './newOrders.ts'
import { startStream } from './sharedStream.ts'
import { isAbout, isKnown } from './topics.ts'

type Props = { person: string; isAdmin: boolean }

/** Opens the stream of events, and keeps open pages, tiles and the window's title up to date. Shows nothing itself. */
export default function LiveUpdates({ person, isAdmin }: Props) {
  const client = useQueryClient()
  const isHeld = useIsHeld()
  useEffect(() => {
    if (isHeld) return undefined
    const pages = createPageUpdates(client)
    const ends = [
      onLiveEvent((event) => {
        if (event) noteAuthor(event.id, event.by)
        if (event && !isDoneHere(event, person)) void noteNewOrder(client, event, isAdmin)
        if (event?.name !== 'order.viewed') pages.add(event)
      }),
      // The tiles of a dashboard show them; a list says when it does.
      listenToFocus(() => {
        if (followers.size === 0) seeOrders()
      }),
      watchTitle(),
      startStream(person),
      () => pages.stop(),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client, person, isAdmin, isHeld])
  return null
}

/** Whether the person has just taken this order in on this page: the same account may be used at several desks. */
const isDoneHere = ({ id, by }: LiveEvent, person: string) =>
  by === person && ['/new_order', `/order/${id}`].includes(window.location.pathname)

function listenToFocus(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  return () => window.removeEventListener('focus', listener)
}

/** How long after an order was assigned its event may come: later changes of the same order are no news. */
const assignedWithinMs = 5_000

/** To a super admin an order is new when it is taken in, to a staff user when it is given to them. */
async function noteNewOrder(client: QueryClient, { name, id, at }: LiveEvent, isAdmin: boolean) {
  if (isAdmin) {
    if (name === 'order.created') addNewOrder(id)
    return
  }
  if (name !== 'order.changed') return
  const order = await client.fetchQuery(query(getOrder, { params: { id } })).catch(() => undefined)
  const assigned = Date.parse(order?.assigned_at ?? '')
  if (order?.status === 'assigned' && Math.abs(Date.parse(at) - assigned) < assignedWithinMs) addNewOrder(id)
}

/** The answers that take the server most work are read again less often. */
const isHeavy = (url: string) => url === '/api/dashboard' || url.startsWith('/referral_app/')
const heavyPauseMs = 5_000
/** Browsers that hear of the same change do not all ask in the same moment. */
const lightPauseMs = () => 200 + Math.random() * 300

/** An event, and when it came. */
type Change = { event: LiveEvent | undefined; at: number }

/** Reads what open pages show again, some moments after it changed. Lists with rows look for themselves: see LiveRows. */
function createPageUpdates(client: QueryClient) {
  let events: Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let heavyTimer: ReturnType<typeof setTimeout> | undefined
  let heavyEvents: Change[] = []
  let heavyAt = Number.NEGATIVE_INFINITY

  const refresh = async (changes: readonly Change[], heavy: boolean) => {
    await client.invalidateQueries({
      predicate: ({ queryKey, queryHash, state }) => {
        const [url, input] = queryKey
        if (typeof url !== 'string' || isHeavy(url) !== heavy) return false
        const stale = changes.filter(({ event }) => isStale(url, input, state.data, event))
        const follower = followers.get(queryHash)
        // It has heard of all but what came before it was there.
        for (const { event, at } of follower ? stale : [])
          if (follower && at < follower.since) follower.hear(event)
        return !follower && stale.length > 0
      },
    })
    // What a page has read again may be open in a form.
    const shown = client.getQueryCache().findAll({ type: 'active' })
    const ids = new Set(changes.map(({ event }) => event?.id))
    noteRecords(
      shown.flatMap(({ state: { data } }) => {
        const { id } = (data ?? {}) as { id?: string }
        return id !== undefined && ids.has(id) ? [data] : []
      }),
    )
  }
  const flush = () => {
    timer = undefined
    const changes = events
    events = []
    void refresh(changes, false)
    heavyEvents.push(...changes)
    heavyTimer ??= setTimeout(
      () => {
        heavyTimer = undefined
        heavyAt = performance.now()
        void refresh(heavyEvents, true)
        heavyEvents = []
      },
      Math.max(0, heavyAt + heavyPauseMs - performance.now()),
    )
  }
  return {
    add(event: LiveEvent | undefined): void {
      events.push({ event, at: performance.now() })
      timer ??= setTimeout(flush, lightPauseMs())
    },
    stop(): void {
      clearTimeout(timer)
      clearTimeout(heavyTimer)
    },
  }
}

/** Whether an answer was read before this event and may be another one now. */
function isStale(url: string, input: unknown, data: unknown, event: LiveEvent | undefined): boolean {
  if (!event) return url.startsWith('/api/') || isAbout(url, 'coupon') || isAbout(url, 'referral')
  if (!isAbout(url, entityOf(event)) || isKnown(url, input, event)) return false
  const { id } = ((input ?? {}) as { params?: { id?: string } }).params ?? {}
  if (id === undefined) return true
  const { version = 0 } = (data ?? {}) as { version?: number }
  return id === event.id && (version < event.version || leavesVersion(event))
}
