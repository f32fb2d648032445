import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
} from '@our-print/contract/shop/savedViews.ts'
import { useNavigate } from 'react-router'
import { useWrite } from '../api/api.ts'
import { toast } from '../feedback/toast.tsx'
import { addressOf } from './savedViews.ts'

const failed = (error: Error) => toast.failure(error)

/** Deletes a view, with Undo, which saves it again. */
export function useDeleteView() {
  const write = useWrite(deleteSavedView, [listSavedViews])
  const again = useWrite(createSavedView, [listSavedViews])
  const navigate = useNavigate()
  return ({ id, list, name, is_shared, search, columns }: SavedView) => {
    // The menu that deletes is closed by then, and the callbacks of a mutation with it.
    const undo = () =>
      again
        .mutateAsync({ body: { list, name, is_shared, search, columns } })
        .then((view) => void navigate(addressOf(view)), failed)
    write.mutateAsync({ params: { id } }).then(() => {
      void navigate(list)
      toast.success(`View ${name} deleted`, { undo: () => void undo() })
    }, failed)
  }
}
