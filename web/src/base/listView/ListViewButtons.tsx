import IconButton from '@mui/material/IconButton'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { BookmarkBorder as Bookmark, SwapVert, ViewColumnOutlined as ViewColumn } from '../icons/frame.tsx'
import { SecondaryButton } from '../page/Page.tsx'
import { usePopup } from '../page/usePopup.ts'
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
      <SecondaryButton startIcon={<SwapVert />} {...button}>
        Sort
      </SecondaryButton>
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
      <IconButton
        aria-label="Columns"
        title="Columns"
        {...button}
        sx={{ width: 36, height: 36, color: 'text.secondary' }}
      >
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
      <IconButton
        aria-label="Saved views"
        title="Saved views"
        {...button}
        sx={{ width: { xs: 44, md: 36 }, height: { xs: 44, md: 36 }, color: 'text.secondary' }}
      >
        <Bookmark />
      </IconButton>
      {anchor && <SavedViewMenu anchor={anchor} shown={shown} onSaved={onSaved} onClose={close} />}
    </>
  )
}
