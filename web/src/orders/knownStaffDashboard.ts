import type { Output } from '@our-print/contract/endpoint.ts'
import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import type { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { today } from '../base/format/format.ts'

type Dashboard = Output<typeof getStaffDashboard>
type Page = { count: number; results: Order[] }

/** What the dashboard shows, as far as it is known. `open` are all that a staff user has to deliver. */
export type KnownDashboard = Partial<Omit<Dashboard, 'assigned'>> & { open?: number }

const mostWaiting = 5

/** What the lists of a staff user's orders that are loaded know of the dashboard, to draw it before its own answer. */
export function useKnownStaffDashboard(): () => KnownDashboard {
  const client = useQueryClient()
  return () => {
    const known: KnownDashboard = {}
    for (const [key, page] of client.getQueriesData<Page>({ queryKey: [listMyOrders.url] })) {
      const { querystring } = (key[1] ?? {}) as { querystring?: Record<string, string | undefined> }
      if (page && querystring) Object.assign(known, factsOf(querystring, page))
    }
    return known
  }
}

const paging = new Set(['limit', 'offset', 'assigned_user'])

/** What one page of one list knows; nothing if it is searched or filtered by anything else. */
function factsOf(querystring: Record<string, string | undefined>, page: Page): KnownDashboard {
  const filters = Object.entries(querystring)
    .filter(([name, value]) => value !== undefined && !paging.has(name))
    .map((entry) => entry.join('='))
    .toSorted()
    .join('&')
  const { count, results } = page
  if (filters === 'exclude_status=delivered') {
    if (results.length < count) return { open: count }
    const out = results.filter(({ status }) => status === 'out-for-delivery')
    return { open: count, out_for_delivery: out.length, oldest_waiting: oldestOf(results) }
  }
  if (filters === 'status=out-for-delivery') return { out_for_delivery: count }
  const delivered = /^delivered_from=(.+)&delivered_to=(.+)&status=delivered$/.exec(filters)
  if (delivered?.[2] !== today()) return {}
  return delivered[1] === today() ? { delivered_today: count } : { delivered_week: count }
}

const oldestOf = (orders: readonly Order[]) =>
  orders
    .toSorted((one, other) => (`${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1))
    .slice(0, mostWaiting)
