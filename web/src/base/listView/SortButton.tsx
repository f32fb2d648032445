import { useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { SwapVert } from '../icons/frame.tsx'
import { SecondaryButton } from '../page/Page.tsx'
import type { Sortable, Sorting } from './sorting.ts'

const SortMenu = lazyPart(() => import('./SortMenu.tsx'))

type Props = { columns: readonly Sortable[]; sorting: Sorting }

/** Sorts a list that has no headings: on a phone, and where rows are cards. */
export function SortButton({ columns, sorting }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <SecondaryButton
        startIcon={<SwapVert />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Sort
      </SecondaryButton>
      {anchor && (
        <SortMenu anchor={anchor} columns={columns} sorting={sorting} onClose={() => setAnchor(null)} />
      )}
    </>
  )
}
