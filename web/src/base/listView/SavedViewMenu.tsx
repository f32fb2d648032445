import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
} from '@our-print/contract/shop/savedViews.ts'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../api/api.ts'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { toast } from '../feedback/toast.ts'
import { useNavigate } from '../router/router.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { addressOf, isChanged, type ShownView } from './savedViews.ts'
import { useUpdateView } from './useUpdateView.ts'

const SavedViewDialog = lazyPart(() => import('./SavedViewDialog.tsx'))

type Props = {
  anchor: HTMLElement
  shown: ShownView
  onSaved: () => void
  onClose: () => void
  label?: string
  /** Items of a menu that has more than the views. */
  before?: ReactNode
  after?: ReactNode
}

/** What can be done with the view that a list shows. */
export default function SavedViewMenu(props: Props) {
  const { anchor, shown, onSaved, onClose, label = 'Saved views', before, after } = props
  const { active } = shown
  const [named, setNamed] = useState<'new' | 'active'>()
  const { keep } = useUpdateView()
  const remove = useDeleteView()
  if (named) {
    const view = named === 'active' ? active : undefined
    return <SavedViewDialog shown={shown} view={view} onSaved={onSaved} onClose={onClose} />
  }
  return (
    <Menu label={label} anchor={anchor} onClose={onClose}>
      {before}
      {active?.is_mine && (
        <MenuItem disabled={!isChanged(shown)} onClick={() => keep(shown)}>
          Update view
        </MenuItem>
      )}
      <MenuItem stays onClick={() => setNamed('new')}>
        {active ? 'Save as new view…' : 'Save view…'}
      </MenuItem>
      {active?.is_mine && (
        <>
          <MenuItem stays onClick={() => setNamed('active')}>
            Rename or share…
          </MenuItem>
          <MenuItem tone="danger" onClick={() => remove(active)}>
            Delete view
          </MenuItem>
        </>
      )}
      {after}
    </Menu>
  )
}

const failed = (error: Error) => toast.failure(error)

/** Deletes a view, with Undo, which saves it again. */
function useDeleteView() {
  const write = useWrite(deleteSavedView, [listSavedViews])
  const again = useWrite(createSavedView, [listSavedViews])
  const navigate = useNavigate()
  return ({ id, list, name, is_shared, search, columns }: SavedView) => {
    // The menu that deletes is closed by then, and the callbacks of a mutation with it.
    const undo = () =>
      again
        .mutateAsync({ body: { list, name, is_shared, search, columns } })
        .then((view) => navigate(addressOf(view)), failed)
    write.mutateAsync({ params: { id } }).then(() => {
      navigate(list)
      toast.success(`View ${name} deleted`, { undo: () => void undo() })
    }, failed)
  }
}
