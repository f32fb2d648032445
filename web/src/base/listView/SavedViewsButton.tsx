import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { BookmarkBorder as Bookmark } from '../icons/frame.tsx'
import type { ShownView } from './savedViews.ts'

const SavedViewMenu = lazyPart(() => import('./SavedViewMenu.tsx'))

type Props = {
  shown: ShownView
  /** Called when a view was saved, so that its tab is shown. */
  onSaved: () => void
}

/** Saves, renames, shares and deletes the views of a list. */
export function SavedViewsButton({ shown, onSaved }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label="Saved views"
        title="Saved views"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: { xs: 44, md: 36 }, height: { xs: 44, md: 36 }, color: 'text.secondary' }}
      >
        <Bookmark fontSize="small" />
      </IconButton>
      {anchor && (
        <SavedViewMenu anchor={anchor} shown={shown} onSaved={onSaved} onClose={() => setAnchor(null)} />
      )}
    </>
  )
}
