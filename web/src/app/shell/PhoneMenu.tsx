import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'
import { menuWidth } from './SideMenu.tsx'

type Props = { open: boolean; onClose: () => void; barHeight: number; children: ReactNode }

/** The menu over the page, where the window is too narrow for both. */
export default function PhoneMenu({ open, onClose, barHeight, children }: Props) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      className="noprint"
      slotProps={{
        paper: {
          'aria-label': 'Menu',
          sx: { width: menuWidth, bgcolor: 'background.default', pt: `${barHeight}px` },
        },
      }}
    >
      {children}
    </Drawer>
  )
}
