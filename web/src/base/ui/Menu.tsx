import { clsx } from 'clsx'
import {
  createContext,
  type PointerEventHandler,
  type ReactNode,
  useContext,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { anchoredLook, type Placement, placeAt } from './anchored.ts'
import styles from './Menu.module.css'
import { addLayer } from './openLayers.ts'
import { Pressable } from './Pressable.tsx'
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

/** Of a menu that a button opens. */
export type OpenMenu = Pick<Props, 'anchor' | 'onClose'>

/**
 * A list of actions beside the button that opens it, open as long as it is drawn. Its popover is as large as the window: a
 * press beside the menu closes it, and does nothing to what is there.
 */
export function Menu({ anchor, onClose, label, align = 'end', above = false, children, ...pointing }: Props) {
  const onKeyDown = useMenuKeys(onClose)
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
    >
      {/* Before the items: React focuses one with `autoFocus` when the menu is open already. */}
      <Opening anchor={anchor} align={align} above={above} onClose={onClose} />
      <div role="menu" aria-label={label} className={clsx(anchoredLook({ align, above }), styles.menu)}>
        <Closing value={onClose}>{children}</Closing>
      </div>
    </div>
  )
}

type OpeningProps = Required<Placement> & Pick<Props, 'anchor' | 'onClose'>

/** Opens the popover that it is in, and gives the focus back before it is taken away. */
function Opening({ anchor, align, above, onClose }: OpeningProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const wantsToClose = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const layer = mark.current?.parentElement
    const menu = layer?.querySelector<HTMLElement>('[role=menu]')
    if (!layer || !menu) return undefined
    layer.showPopover()
    menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
    const listening = new AbortController()
    // The browser closed it: Back on a phone, or a dialog was opened.
    layer.addEventListener('toggle', ({ newState }) => newState === 'closed' && wantsToClose(), listening)
    const stops = [placeAt(menu, anchor, { align, above }), addLayer(layer)]
    return () => {
      listening.abort()
      for (const stop of stops) stop()
      const hadFocus = layer.contains(document.activeElement)
      layer.hidePopover()
      if (hadFocus) anchor.focus({ preventScroll: true })
    }
  }, [anchor, align, above])
  return <span hidden ref={mark} />
}

type ItemProps = {
  onClick?: () => void
  /** A link to another screen. */
  to?: string
  /** A link to somewhere else, opened beside this page. */
  href?: string
  start?: ReactNode
  end?: ReactNode
  tone?: 'danger'
  /** Why it cannot be chosen now; it is still read. */
  reason?: string
  disabled?: boolean
  /** One of several that exclude each other, or one that is on or off. */
  kind?: 'action' | 'radio' | 'checkbox'
  checked?: boolean
  /** The screen that is shown, or where it belongs. */
  current?: boolean
  /** The menu stays open. */
  stays?: boolean
  autoFocus?: boolean
  children: ReactNode
}

const roles = { action: 'menuitem', radio: 'menuitemradio', checkbox: 'menuitemcheckbox' } as const

export function MenuItem(props: ItemProps) {
  const {
    to,
    href,
    start,
    end,
    tone,
    reason,
    kind = 'action',
    checked,
    current,
    stays,
    onClick,
    autoFocus,
    children,
  } = props
  const { disabled = reason !== undefined } = props
  const close = useContext(Closing)
  function choose() {
    if (disabled) return
    if (!stays) close()
    onClick?.()
  }
  return (
    <Pressable
      {...(to !== undefined && !disabled && { to })}
      {...(href !== undefined && !disabled && { href, target: '_blank', rel: 'noopener' })}
      role={roles[kind]}
      tabIndex={-1}
      autoFocus={autoFocus}
      aria-checked={kind === 'action' ? undefined : checked}
      aria-current={current || undefined}
      aria-disabled={disabled || undefined}
      className={clsx(styles.item, tone && styles[tone])}
      onClick={choose}
    >
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
    </Pressable>
  )
}

/** Items with a heading. */
export function MenuSection({ title, children }: { title: string; children?: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className={styles.section}>
      <Text as="div" id={id} size="caption" tone="muted" strong>
        <span className={styles.title}>{title}</span>
      </Text>
      {children}
    </fieldset>
  )
}

export const MenuDivider = () => <hr className={styles.divider} />
