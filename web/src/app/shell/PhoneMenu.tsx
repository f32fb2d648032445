import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

type Props = { open: boolean; onClose: () => void; children: ReactNode }

/** The menu over the page, where the window is too narrow for both. */
export default function PhoneMenu({ open, onClose, children }: Props) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      className="noprint"
      slotProps={{
        paper: {
          'aria-label': 'Menu',
          sx: { width: 'var(--menu-width)', bgcolor: 'background.default', pt: 'var(--bar-height)' },
        },
      }}
    >
      {children}
    </Drawer>
  )
}
