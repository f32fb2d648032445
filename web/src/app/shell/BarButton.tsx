import IconButton from '@mui/material/IconButton'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ReactNode, useState } from 'react'
import type { LazyPart } from '../../base/feedback/lazyPart.tsx'
import type { BarMenuProps } from './BarMenuList.tsx'

type Props = {
  label: string
  Icon: (props: SvgIconProps) => ReactNode
  /** Loaded when the button gets the pointer or the focus. */
  Menu: LazyPart<BarMenuProps>
}

/** A button of the app bar with a menu. */
export function BarButton({ label, Icon, Menu }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onMouseEnter={Menu.preload}
        onFocus={Menu.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon fontSize="small" />
      </IconButton>
      {anchor && <Menu anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
