import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { MoreVert } from '../icons/screens.tsx'
import { usePopup } from '../page/usePopup.ts'
import { IconButton } from '../ui/Button.tsx'
import { Row } from '../ui/Layout.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import styles from './RowMenu.module.css'

export type RowAction = { label: string; onClick: () => void; danger?: boolean }

type Props = {
  name: string
  actions: readonly RowAction[]
  /** Closes this many milliseconds after the mouse has left the menu and its card or row. */
  clearsAfter?: number
  /** At the bottom of the screen: the menu is above the dots, so that a second tap chooses nothing. */
  above?: boolean
  /** Beside large buttons, as one of them. */
  framed?: boolean
}

/** More actions on a row, behind three dots; without any, the room that they take in other rows. */
export function RowMenu({ name, framed, ...menu }: Props) {
  const { anchor, button, close } = usePopup('menu')
  if (menu.actions.length === 0) return <span className={styles.none} />
  return (
    <>
      <IconButton
        {...(framed ? framedLook : { size: 'small' })}
        aria-label={`More actions for ${name}`}
        {...button}
      >
        <MoreVert />
      </IconButton>
      {anchor && <Actions {...menu} anchor={anchor} onClose={close} />}
    </>
  )
}

const framedLook = { look: 'secondary', size: 'touch' } as const

type ActionsProps = Omit<Props, 'name' | 'framed'> & { anchor: HTMLElement; onClose: () => void }

function Actions({ actions, anchor, clearsAfter, above = false, onClose }: ActionsProps) {
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

/** The small buttons at the end of a row: with frames, so that they look like what can be pressed, not like a fact in bold. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Row as="span" gap={1} justify="end">
    {children}
  </Row>
)
