import { clsx } from 'clsx'
import {
  createContext,
  type PointerEventHandler,
  type ReactNode,
  useCallback,
  useContext,
  useId,
  useRef,
} from 'react'
import { Link } from 'react-router'
import { anchoredLook, type Placement, placeAt } from './anchored.ts'
import styles from './Menu.module.css'
import { addLayer } from './openLayers.ts'
import { Text } from './Text.tsx'
import { useMenuKeys } from './useMenuKeys.ts'

const Closing = createContext<() => void>(() => {})

type Props = Placement & {
  /** What it opens at and what gets the focus back: the button that was pressed. */
  anchor: HTMLElement
  onClose: () => void
  label?: string
  children: ReactNode
  onPointerMove?: PointerEventHandler<HTMLElement>
  onPointerLeave?: PointerEventHandler<HTMLElement>
}

/**
 * A list of actions beside the button that opens it, open as long as it is drawn. Its popover is as large as the window: a
 * press beside the menu closes it, and does nothing to what is there.
 */
export function Menu({ anchor, onClose, label, align = 'end', above = false, children, ...pointing }: Props) {
  const isShown = useRef(false)
  const onKeyDown = useMenuKeys(onClose)
  const mark = useCallback(
    (element: HTMLElement | null) => {
      const layer = element?.parentElement
      const menu = element?.nextElementSibling as HTMLElement | null | undefined
      if (!layer || !menu) return undefined
      layer.showPopover()
      isShown.current = true
      const stops = [placeAt(menu, anchor, { align, above }), addLayer(layer)]
      menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
      return () => {
        isShown.current = false
        for (const stop of stops) stop()
        const hadFocus = layer.contains(document.activeElement)
        layer.hidePopover()
        if (hadFocus) anchor.focus({ preventScroll: true })
      }
    },
    [anchor, align, above],
  )
  return (
    <div
      {...pointing}
      popover="auto"
      role="presentation"
      className={styles.layer}
      onKeyDown={onKeyDown}
      // The focus stays in the menu until it closes, and then goes to the anchor.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) event.preventDefault()
      }}
      // It may be drawn in a row that is a link itself.
      onClick={(event) => {
        event.stopPropagation()
        if (event.target === event.currentTarget) onClose()
      }}
      // The browser closed it: Back on a phone, or a dialog was opened.
      onToggle={({ nativeEvent }) => {
        if (isShown.current && (nativeEvent as ToggleEvent).newState === 'closed') onClose()
      }}
    >
      {/* Drawn before the items: React focuses one with `autoFocus` when the menu is open already. */}
      <span hidden ref={mark} />
      <div role="menu" aria-label={label} className={clsx(anchoredLook({ align, above }), styles.menu)}>
        <Closing value={onClose}>{children}</Closing>
      </div>
    </div>
  )
}

type ItemProps = {
  onClick?: () => void
  /** A link to another screen. */
  to?: string
  start?: ReactNode
  end?: ReactNode
  tone?: 'danger'
  /** Why it cannot be chosen now; it is still read. */
  reason?: string
  disabled?: boolean
  /** One of several that exclude each other, or one that is on or off. */
  kind?: 'action' | 'radio' | 'checkbox'
  checked?: boolean
  /** The menu stays open. */
  stays?: boolean
  autoFocus?: boolean
  children: ReactNode
}

const roles = { action: 'menuitem', radio: 'menuitemradio', checkbox: 'menuitemcheckbox' } as const

export function MenuItem(props: ItemProps) {
  const { to, start, end, tone, reason, kind = 'action', checked, stays, onClick, autoFocus, children } = props
  const { disabled = reason !== undefined } = props
  const close = useContext(Closing)
  const element = {
    role: roles[kind],
    tabIndex: -1,
    autoFocus,
    className: clsx(styles.item, tone && styles[tone]),
    ...(kind !== 'action' && { 'aria-checked': checked }),
    ...(disabled && { 'aria-disabled': true }),
    onClick: () => {
      if (disabled) return
      if (!stays) close()
      onClick?.()
    },
  }
  const parts = (
    <>
      {start !== undefined && <span className={styles.start}>{start}</span>}
      <span className={styles.text}>
        {children}
        {reason && (
          <Text as="div" size="caption" tone="muted" flow="wrap">
            {reason}
          </Text>
        )}
      </span>
      {end}
    </>
  )
  return to !== undefined && !disabled ? (
    <Link {...element} to={to}>
      {parts}
    </Link>
  ) : (
    <button type="button" {...element}>
      {parts}
    </button>
  )
}

/** Items with a heading. */
export function MenuSection({ title, children }: { title: string; children?: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.section}>
      <Text as="div" id={id} size="caption" tone="muted" strong>
        <span className={styles.title}>{title}</span>
      </Text>
      {children}
    </div>
  )
}

export const MenuDivider = () => <hr className={styles.divider} />
