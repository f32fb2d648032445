import type { ReactNode } from 'react'
import { Drawer } from '../../base/ui/Drawer.tsx'

type Props = { onClose: () => void; children: ReactNode }

/** The menu over the page, where the window is too narrow for both. */
export default function PhoneMenu({ onClose, children }: Props) {
  return (
    <Drawer kind="menu" aria-label="Menu" onClose={onClose}>
      {children}
    </Drawer>
  )
}
