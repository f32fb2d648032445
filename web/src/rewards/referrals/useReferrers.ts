import type { OrderingBy } from '@our-print/contract/paging.ts'
import {
  listReferrers,
  type Referrer,
  referralsAtOnce,
  type referrerOrderings,
} from '@our-print/contract/rewards/referrals.ts'
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { type ApiError, call } from '../../base/api/call.ts'

export type Filter = {
  query?: string
  due?: 'true'
  ordering?: OrderingBy<(typeof referrerOrderings)[number]>
}

/** Referrers, page by page. An empty or short page is the last one, so no count is requested. */
export const useReferrers = (filter: Filter) =>
  useInfiniteQuery<Referrer[], ApiError, Referrer[], QueryKey, number>({
    queryKey: [listReferrers.url, { querystring: filter }, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const end = String(pageParam + referralsAtOnce)
      return call(listReferrers, { querystring: { ...filter, start: String(pageParam), end } }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < referralsAtOnce ? undefined : pages.length * referralsAtOnce,
    select: withoutRepeats,
    placeholderData: keepPreviousData,
    // Returning to the window must not fetch fifty pages again.
    refetchOnWindowFocus: false,
  })

/** A new referrer at the top moves the others down, so a page can repeat a referrer of the previous page. */
const withoutRepeats = ({ pages }: InfiniteData<Referrer[]>) => [
  ...new Map(pages.flat().map((referrer) => [referrer.user.id, referrer])).values(),
]
