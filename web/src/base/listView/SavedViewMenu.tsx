import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { isChanged, type ShownView } from './savedViews.ts'
import { useDeleteView } from './useDeleteView.ts'
import { useUpdateView } from './useUpdateView.ts'

const SavedViewDialog = lazyPart(() => import('./SavedViewDialog.tsx'))

type Props = { anchor: HTMLElement; shown: ShownView; onSaved: () => void; onClose: () => void }

/** What can be done with the view that a list shows. */
export default function SavedViewMenu({ anchor, shown, onSaved, onClose }: Props) {
  const { active } = shown
  const [named, setNamed] = useState<'new' | 'active'>()
  const { keep } = useUpdateView()
  const remove = useDeleteView()
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  if (named) {
    const view = named === 'active' ? active : undefined
    return <SavedViewDialog shown={shown} view={view} onSaved={onSaved} onClose={onClose} />
  }
  return (
    <Menu
      open
      // Inside the page's landmark.
      disablePortal
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': 'Saved views' } }}
    >
      {active?.is_mine && (
        <MenuItem disabled={!isChanged(shown)} onClick={then(() => keep(shown))} sx={item}>
          Update view
        </MenuItem>
      )}
      <MenuItem onClick={() => setNamed('new')} sx={item}>
        {active ? 'Save as new view…' : 'Save view…'}
      </MenuItem>
      {active?.is_mine && [
        <MenuItem key="edit" onClick={() => setNamed('active')} sx={item}>
          Rename or share…
        </MenuItem>,
        <MenuItem key="delete" onClick={then(() => remove(active))} sx={{ ...item, color: 'error.main' }}>
          Delete view
        </MenuItem>,
      ]}
    </Menu>
  )
}

const item = { minHeight: { xs: 44, md: 36 } }
