import { listOrderFiles } from '@our-print/contract/orders/orderFiles.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../base/api/call.ts'
import { readBytes } from '../../base/api/download.ts'
import { toast } from '../../base/feedback/toast.ts'
import { pathOf } from '../../base/page/pathOf.ts'
import { useSearchParams } from '../../base/router/router.tsx'
import type { Uploads } from './useUploads.ts'

/** `/new_order?order=…&file=…` comes from the files of a customer's page and adds that file, as it was printed then. */
export function useGivenFile({ add }: Uploads) {
  const [search] = useSearchParams()
  const order = search.get('order')
  const id = search.get('file')
  const addFile = useEffectEvent((file: File, pageRanges: string) => add([file], [pageRanges]))
  useEffect(() => {
    if (!order || !id) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    async function fetchFile(order_id: string) {
      const files = await call(listOrderFiles, { querystring: { order_id } }, { signal })
      const file = files.find((one) => one.id === id)
      if (!file) throw new Error('It is no longer there')
      const bytes = await readBytes(pathOf(file.url), { signal })
      addFile(new File([bytes], file.name, { type: file.content_type }), file.page_ranges ?? '')
    }
    fetchFile(order).catch((error: Error) => {
      if (!signal.aborted) toast.failure('The file could not be added', error.message)
    })
    return () => leaving.abort()
  }, [order, id])
}
