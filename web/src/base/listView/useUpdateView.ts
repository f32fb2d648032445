import { listSavedViews, updateSavedView } from '@our-print/contract/shop/savedViews.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../api/api.ts'
import { currentOf } from '../api/call.ts'
import { toast } from '../feedback/toast.ts'
import type { ShownView } from './savedViews.ts'

/** Keeps in the active view what the list shows. */
export function useUpdateView() {
  const client = useQueryClient()
  const write = useWrite(updateSavedView, [listSavedViews])
  function keep({ active, search, columns, forgetColumns }: ShownView) {
    if (!active) return
    const body = { search, columns: columns ? [...columns] : null, version: active.version }
    write.mutateAsync({ params: { id: active.id }, body }).then(
      () => {
        forgetColumns()
        toast.success(`View ${active.name} updated`)
      },
      async (error: Error) => {
        if (currentOf(error) === undefined) return toast.failure(error)
        // The next try is upon the view as it is then.
        await client.invalidateQueries({ queryKey: [listSavedViews.url] })
        toast.failure(
          `View ${active.name} was changed while you were here`,
          'Nothing was saved. Update the view again to keep in it what you see.',
        )
      },
    )
  }
  return { keep, isPending: write.isPending }
}
