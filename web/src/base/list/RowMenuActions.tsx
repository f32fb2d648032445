import { type PointerEvent, useEffect, useRef } from 'react'
import { Menu, MenuItem, type OpenMenu } from '../ui/Menu.tsx'

export type RowAction = { label: string; onClick: () => void; danger?: boolean }

export type RowMenuProps = {
  actions: readonly RowAction[]
  /** Closes this many milliseconds after the mouse has left the menu and its card or row. */
  clearsAfter?: number
  /** At the bottom of the screen: the menu is above the dots, so that a second tap chooses nothing. */
  above?: boolean
}

/** The menu of a row, open as long as it is drawn. */
export default function RowMenuActions({
  actions,
  anchor,
  clearsAfter,
  above = false,
  onClose,
}: RowMenuProps & OpenMenu) {
  const leaving = useLeaving(anchor, clearsAfter, onClose)
  return (
    <Menu anchor={anchor} onClose={onClose} above={above} align={above ? 'start' : 'end'} {...leaving}>
      {actions.map(({ label, onClick, danger }) => (
        <MenuItem key={label} onClick={onClick} {...(danger && { tone: 'danger' })}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

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
