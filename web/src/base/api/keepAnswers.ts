import type { Query, QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { keepAnswer, keptAnswer } from '../device/kept.ts'
import { address } from './call.ts'

/** What people open first, and again and again: lists, single orders, dashboards, and what these need. */
const keptUrls = new Set([
  '/api/all-orders/',
  '/api/all-orders/:id/',
  '/api/my_orders/',
  // For the shortest way: no more than the addresses of those orders.
  '/api/my_orders/positions/',
  '/api/dashboard',
  '/api/staff-dashboard/',
  '/api/profile/',
  '/api/configurations',
  '/api/users/',
  '/api/staff_users/',
  '/api/contact_us/',
  '/api/clients/',
])

type Input = { params?: unknown; querystring?: { query?: string } }

/** Keeps the answers of these queries on the device as they come; not what somebody searched for. */
export function keepAnswers(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const keep = (query: Query) => {
    const [url, input] = query.queryKey as [string, Input?]
    const { data, dataUpdatedAt } = query.state
    const isAnswer = data !== undefined && dataUpdatedAt > 0
    if (isAnswer && keptUrls.has(url) && !input?.querystring?.query)
      keepAnswer(addressOf(query), data, dataUpdatedAt)
  }
  // Those that were there before the first screen was drawn, too.
  for (const query of cache.getAll()) keep(query)
  return cache.subscribe((event) => {
    if (event.type === 'added' || (event.type === 'updated' && event.action.type === 'success'))
      keep(event.query)
  })
}

function addressOf({ queryKey }: Query): string {
  const [url, input] = queryKey as [string, Input?]
  return address(url, input?.params, input?.querystring)
}

/**
 * Whether what a query shows was only kept: the server has not answered yet. Others begin with something undated, too: saved
 * views, the files that came with an order.
 */
const isKept = ({ queryKey, state }: Query) =>
  keptUrls.has(String(queryKey[0])) && state.data !== undefined && state.dataUpdatedAt === 0

/**
 * Waits until nothing that is shown was only kept: what somebody writes, they write with the answer of the server before
 * their eyes. Without network there is none.
 */
export const untilAnswered = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: isKept }, { cancelRefetch: false, throwOnError: true })

/** Of all that is shown and was only kept: when the oldest was read; undefined where all is from the server. */
export function useKeptSince(client: QueryClient): number | undefined {
  const cache = client.getQueryCache()
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notify), [cache])
  return useSyncExternalStore(subscribe, () => {
    const times = cache
      .findAll({ type: 'active', predicate: isKept })
      .flatMap((query) => keptAnswer(addressOf(query))?.at ?? [])
    return times.length > 0 ? Math.min(...times) : undefined
  })
}
