import { listOrderFiles, type OrderFile } from '@our-print/contract/orders/orderFiles.ts'
import { type Order } from '@our-print/contract/orders/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../base/api/api.ts'

const minute = 60_000

/** Links expire after 15 minutes; a new one is fetched after this time. */
const freshFor = 10 * minute

/** Removes the host: the browser may use another one than the server's configuration. */
const withoutHost = ({ url, ...file }: OrderFile): OrderFile => {
  const { pathname, search } = new URL(url, window.location.href)
  return { ...file, url: pathname + search }
}

/** The files of an order; their links are renewed in the background. */
export function useOrderFiles(order: Order, readAt: number) {
  const {
    data = order.order_files,
    dataUpdatedAt,
    refetch,
  } = useQuery({
    ...query(listOrderFiles, { querystring: { order_id: order.id } }),
    initialData: order.order_files,
    initialDataUpdatedAt: readAt,
    staleTime: freshFor,
    refetchInterval: freshFor,
  })
  return {
    files: data.map(withoutHost),
    isOld: () => Date.now() - dataUpdatedAt > freshFor,
    /** Creates a new link to this file. */
    freshUrl: async (id: string): Promise<string> => {
      const { data: files, error } = await refetch()
      const file = files?.find((one) => one.id === id)
      if (error || !file) throw error ?? new Error('This file is no longer part of the order.')
      return withoutHost(file).url
    },
  }
}
