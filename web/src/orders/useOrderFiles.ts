import { listOrderFiles, type OrderFile } from '@our-print/contract/orderFiles.ts'
import { type Order } from '@our-print/contract/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/api.ts'

const minute = 60_000

/** Links live 15 minutes: after this long a new one is fetched before it is needed. */
const freshFor = 10 * minute

/** Within the app a link needs no host: the address people came by may be another than the one it names. */
const here = ({ url, ...file }: OrderFile): OrderFile => {
  const { pathname, search } = new URL(url, window.location.href)
  return { ...file, url: pathname + search }
}

/** The files of an order with links that are renewed quietly. */
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
    files: data.map(here),
    isOld: () => Date.now() - dataUpdatedAt > freshFor,
    /** A link to this file made just now. */
    freshUrl: async (id: string): Promise<string> => {
      const { data: files, error } = await refetch()
      const file = files?.find((one) => one.id === id)
      if (error || !file) throw error ?? new Error('This file is no longer part of the order.')
      return here(file).url
    },
  }
}
