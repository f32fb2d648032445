import { lazyPart } from '../feedback/lazyPart.tsx'
import { BookmarkBorder as Bookmark, SwapVert, ViewColumnOutlined as ViewColumn } from '../icons/frame.tsx'
import { usePopup } from '../page/usePopup.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import type { ColumnsProps } from './chosenColumns.ts'
import type { ShownView } from './savedViews.ts'
import type { Sortable, Sorting } from './sorting.ts'

const SortMenu = lazyPart(() => import('./SortMenu.tsx'))

type Props = { columns: readonly Sortable[]; sorting: Sorting }

/** Sorts a list that has no headings: on a phone, and where rows are cards. */
export function SortButton({ columns, sorting }: Props) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <Button start={<SwapVert />} {...button}>
        Sort
      </Button>
      {anchor && <SortMenu anchor={anchor} columns={columns} sorting={sorting} onClose={close} />}
    </>
  )
}

const ColumnsPanel = lazyPart(() => import('./ColumnsPanel.tsx'))

/** Chooses the columns of a table. */
export function ColumnsButton(props: ColumnsProps) {
  const { anchor, button, close } = usePopup('dialog')
  return (
    <>
      <IconButton tone="muted" aria-label="Columns" title="Columns" {...button}>
        <ViewColumn />
      </IconButton>
      {anchor && <ColumnsPanel {...props} anchor={anchor} onClose={close} />}
    </>
  )
}

const SavedViewMenu = lazyPart(() => import('./SavedViewMenu.tsx'))

type SavedViewsButtonProps = {
  shown: ShownView
  /** Called when a view was saved, so that its tab is shown. */
  onSaved: () => void
}

/** Saves, renames, shares and deletes the views of a list. */
export function SavedViewsButton({ shown, onSaved }: SavedViewsButtonProps) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <IconButton tone="muted" aria-label="Saved views" title="Saved views" {...button}>
        <Bookmark />
      </IconButton>
      {anchor && <SavedViewMenu anchor={anchor} shown={shown} onSaved={onSaved} onClose={close} />}
    </>
  )
}
