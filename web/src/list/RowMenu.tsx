import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import MoreVert from '../icons/MoreVert.tsx'
import type { RowAction } from './RowMenuList.tsx'

const loadList = () => import('./RowMenuList.tsx')
const RowMenuList = lazy(loadList)

type Props = {
  name: string
  actions: readonly RowAction[]
  /** Closes this many milliseconds after the mouse has left the menu and its card or row. */
  clearsAfter?: number
  /** At the bottom of the screen: the menu is above the dots, so that a second tap chooses nothing. */
  above?: boolean
}

/** More actions on a row, behind three dots. */
export function RowMenu({ name, actions, clearsAfter, above = false }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={`More actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onMouseEnter={() => void loadList()}
        onFocus={() => void loadList()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {anchor && (
        <Suspense fallback={null}>
          <RowMenuList
            anchor={anchor}
            actions={actions}
            clearsAfter={clearsAfter}
            above={above}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  )
}
