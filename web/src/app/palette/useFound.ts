import type { Output } from '@our-print/contract/endpoint.ts'
import type { SearchKind } from '@our-print/contract/entityKinds.ts'
import { listMyOrders } from '@our-print/contract/orders/orders.ts'
import { type SearchHit, search } from '@our-print/contract/shop/search.ts'
import { isSearchable } from '@our-print/contract/shop/searchQuery.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { type Viewer } from '../../base/api/role.ts'
import { seesShop, viewerCan } from '../../base/api/viewerCan.ts'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { fullName } from '../../people/customers/fullName.ts'

export type FoundRecords = {
  results: readonly SearchHit[]
  /** The kinds that were not searched in time. */
  late: readonly SearchKind[]
  /** Whether these are the records of what is typed now. If not, they are those of an earlier text. */
  isCurrent: boolean
  isSearching: boolean
  error: ApiError | null
  retry: () => void
}

const pauseMs = 150
/** A kind that took too long is searched once more: its rows may have been on the disk, and now they are not. */
const againMs = 400

/** The records that fit the typed text: of all kinds that the person sees; for delivery staff their own orders. */
export function useFound(typed: string, viewer: Viewer): FoundRecords {
  const searchText = typed.trim()
  const searches =
    seesShop(viewer) || (['vouchers', 'customers', 'staff'] as const).some((each) => viewerCan(viewer, each))
  const asked = useDebounced(searchText, pauseMs)
  const isWanted = isSearchable(searchText)
  const enabled = isWanted && isSearchable(asked)
  const ofAll = useQuery({
    ...query(search, { querystring: { query: asked } }),
    enabled: enabled && searches,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && data.late.length > 0 && dataUpdateCount === 1 ? againMs : false,
  })
  const own = useQuery({
    ...query(listMyOrders, { querystring: { query: asked, limit: '5' } }),
    enabled: enabled && !searches,
    placeholderData: keepPreviousData,
    select: asHits,
  })
  const reply = searches ? ofAll : own
  const isSettled = searchText === asked && !reply.isPlaceholderData
  const error = isWanted && isSettled && !reply.isFetching ? reply.error : null
  const isCurrent = !isWanted || (isSettled && reply.data !== undefined)
  return {
    results: (isWanted && reply.data?.results) || [],
    late: (isWanted && isCurrent && ofAll.data?.late) || [],
    isCurrent,
    isSearching: !isCurrent && !error,
    error,
    retry: () => void reply.refetch(),
  }
}

const asHits = ({ results }: Output<typeof listMyOrders>): { results: SearchHit[] } => ({
  results: results.map(({ id, number, title, status, order_type, promised_at, user_data }) => ({
    kind: 'order',
    id,
    number,
    title,
    status,
    order_type,
    promised_at,
    subtitle: fullName(user_data),
    mobile: user_data.mobile,
    match: 'contains',
  })),
})
