import { lazyPart } from '../feedback/lazyPart.tsx'
import {
  BookmarkBorder as Bookmark,
  MoreVert,
  SwapVert,
  ViewColumnOutlined as ViewColumn,
} from '../icons/frame.tsx'
import { usePopup } from '../page/usePopup.ts'
import { IconButton } from '../ui/Button.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { ColumnsProps } from './chosenColumns.ts'
import type { MoreProps, SavedViewsProps } from './MoreMenu.tsx'
import type { Sortable, Sorting } from './sorting.ts'

export type { ListAction } from './MoreMenu.tsx'

const SortMenu = lazyPart(() => import('./SortMenu.tsx'))

type Props = { columns: readonly Sortable[]; sorting: Sorting }

/** Sorts a list that has no headings: on a phone, and where rows are cards. */
export function SortButton({ columns, sorting }: Props) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <IconButton look="secondary" aria-label="Sort" title="Sort" {...button}>
        <SwapVert />
      </IconButton>
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

/** Saves, renames, shares and deletes the views of a list. */
export function SavedViewsButton({ shown, onSaved }: SavedViewsProps) {
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

const MoreMenu = lazyPart(() => import('./MoreMenu.tsx'))

/** On a phone: everything about a list besides its search, filters and sequence. */
export function MoreButton(props: MoreProps) {
  const { anchor, button, close } = usePopup('menu')
  const running = props.download?.running ?? false
  return (
    <>
      <IconButton look="secondary" aria-label="More" title="More" aria-busy={running} {...button}>
        {running ? <Spinner /> : <MoreVert />}
      </IconButton>
      {anchor && <MoreMenu {...props} anchor={anchor} onClose={close} />}
    </>
  )
}
