import { listSavedViews, updateSavedView } from '@our-print/contract/shop/savedViews.ts'
import { useWrite } from '../api/api.ts'
import { toast } from '../feedback/toast.ts'
import type { ShownView } from './savedViews.ts'

/** Keeps in the active view what the list shows. */
export function useUpdateView() {
  const write = useWrite(updateSavedView, [listSavedViews])
  function keep({ active, search, columns, forgetColumns }: ShownView) {
    if (!active) return
    const body = { search, columns: columns ? [...columns] : null, version: active.version }
    write.mutateAsync({ params: { id: active.id }, body }).then(
      () => {
        forgetColumns()
        toast.success(`View ${active.name} updated`)
      },
      (error: Error) => toast.failure(error),
    )
  }
  return { keep, isPending: write.isPending }
}
