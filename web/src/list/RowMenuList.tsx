import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type PointerEvent, useEffect, useRef } from 'react'

export type RowAction = { label: string; onClick: () => void; danger?: boolean }

type Props = {
  anchor: HTMLElement
  actions: readonly RowAction[]
  clearsAfter: number | undefined
  onClose: () => void
}

export default function RowMenuList({ anchor, actions, clearsAfter, onClose }: Props) {
  const leaving = useLeaving(anchor, clearsAfter, onClose)
  return (
    <Menu
      open
      // Part of the list's landmark; and a click beside it is none on the row.
      disablePortal
      onClick={(event) => event.stopPropagation()}
      anchorEl={anchor}
      onClose={onClose}
      {...leaving}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
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

/** Waits a while after the mouse has left, and forgets that when it comes back. A finger and the keyboard never leave. */
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
    // The open menu lies over everything, so the card beneath hears nothing of the mouse.
    const card = (anchor.closest('li, tr') ?? anchor).getBoundingClientRect()
    const onCard =
      clientX >= card.left && clientX <= card.right && clientY >= card.top && clientY <= card.bottom
    if (onCard || (target as HTMLElement).closest('[role=menu]')) stop()
    else timer.current ??= window.setTimeout(onLeft, afterMs)
  }

  // Straight out of the window: nothing more is heard of the mouse.
  function onPointerLeave({ pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType === 'mouse') timer.current ??= window.setTimeout(onLeft, afterMs)
  }

  return { onPointerMove, onPointerLeave }
}
