import Menu from '@mui/material/Menu'
import type { ReactNode } from 'react'

export type BarMenuProps = { anchor: HTMLElement; onClose: () => void }

/** The menu of a button of the app bar, rendered inside it as part of the banner landmark. */
export const BarMenuList = ({ anchor, onClose, children }: BarMenuProps & { children: ReactNode }) => (
  <Menu
    anchorEl={anchor}
    open
    disablePortal
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
  >
    {children}
  </Menu>
)
