import IconButton from '@mui/material/IconButton'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, Suspense, useState } from 'react'
import type { BarMenuProps } from './BarMenuList.tsx'

type Props = {
  label: string
  Icon: ComponentType<SvgIconProps>
  /** The menu, loaded when the button gets the pointer or the focus. */
  Menu: ComponentType<BarMenuProps>
  onReach: () => Promise<unknown>
}

/** A button of the app bar with a menu. */
export function BarButton({ label, Icon, Menu, onReach }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onMouseEnter={() => void onReach()}
        onFocus={() => void onReach()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon fontSize="small" />
      </IconButton>
      {anchor && (
        <Suspense fallback={null}>
          <Menu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
