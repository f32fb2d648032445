import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type PointerEvent, useEffect, useRef } from 'react'

export type RowAction = { label: string; onClick: () => void; danger?: boolean }

type Props = {
  anchor: HTMLElement
  actions: readonly RowAction[]
  clearsAfter: number | undefined
  above: boolean
  onClose: () => void
}

export default function RowMenuList({ anchor, actions, clearsAfter, above, onClose }: Props) {
  const leaving = useLeaving(anchor, clearsAfter, onClose)
  return (
    <Menu
      open
      // Inside the list's landmark; a click beside the menu must not click the row.
      disablePortal
      onClick={(event) => event.stopPropagation()}
      anchorEl={anchor}
      onClose={onClose}
      {...leaving}
      {...(above ? aboveAnchor : belowAnchor)}
    >
      {actions.map(({ label, onClick, danger }) => (
        <MenuItem
          key={label}
          onClick={() => {
            onClose()
            onClick()
          }}
          sx={danger ? { color: 'error.main' } : {}}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const belowAnchor = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
  transformOrigin: { vertical: 'top', horizontal: 'right' },
} as const
const aboveAnchor = {
  anchorOrigin: { vertical: -12, horizontal: 'left' },
  transformOrigin: { vertical: 'bottom', horizontal: 'left' },
} as const

/** Closes some time after the mouse has left, unless it returns. Touch and keyboard never close it. */
function useLeaving(anchor: HTMLElement, afterMs: number | undefined, onLeft: () => void) {
  const timer = useRef<number | undefined>(undefined)
  const stop = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  if (afterMs === undefined) return {}

  function onPointerMove({ target, pointerType, clientX, clientY }: PointerEvent<HTMLElement>) {
    if (pointerType !== 'mouse') return
    // The open menu covers the card, which gets no mouse events: its position is compared.
    const card = (anchor.closest('li, tr') ?? anchor).getBoundingClientRect()
    const onCard =
      clientX >= card.left && clientX <= card.right && clientY >= card.top && clientY <= card.bottom
    if (onCard || (target as HTMLElement).closest('[role=menu]')) stop()
    else timer.current ??= window.setTimeout(onLeft, afterMs)
  }

  // The mouse left the window: no more events follow.
  function onPointerLeave({ pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType === 'mouse') timer.current ??= window.setTimeout(onLeft, afterMs)
  }

  return { onPointerMove, onPointerLeave }
}
