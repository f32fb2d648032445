import { clsx } from 'clsx'
import {
  type DialogHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import styles from './Modal.module.css'
import { addLayer } from './openLayers.ts'
import { lockScroll } from './scrollLock.ts'

export type ModalProps = Pick<DialogHTMLAttributes<HTMLDialogElement>, 'aria-label' | 'aria-labelledby'> & {
  /** Somebody wants it closed: by Escape, by a press beside it, by Back. */
  onClose: () => void
  children: ReactNode
}

type Props = ModalProps & {
  /** What the window behind it looks like: darker, hidden, or as it was. */
  backdrop?: 'dark' | 'hidden' | 'none'
  className: string | undefined
  /** Of the box in the dialog, which fills it. */
  panel: string | undefined
  /** Runs when it is shown; returns what runs when it is closed. */
  onShown?: (dialog: HTMLDialogElement) => () => void
}

/**
 * A `dialog` that is open as long as it is drawn: it has the focus, and everything outside of it is unusable until it is
 * closed. Dialog, Drawer and Popover are made of it.
 */
export function Modal(props: Props) {
  const { onClose, children, backdrop = 'dark', className, panel, onShown, ...names } = props

  function onKeyDown(event: KeyboardEvent) {
    // React hands events on to the parent component, wherever this is drawn: its keys are not for a form behind it.
    event.stopPropagation()
    // What closes something smaller in here by this key prevents its default.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Else a browser closes it at the second Escape, whoever has to be asked first.
    event.preventDefault()
    onClose()
  }

  // In the body: it may belong to a form or a row of a table, in which a form of its own has no place.
  return createPortal(
    <dialog {...names} className={clsx(styles.modal, styles[backdrop], className)}>
      {/* Before the content: React focuses an `autoFocus` in there when it is open already. */}
      <Opening onClose={onClose} onShown={onShown} />
      <div role="presentation" className={styles.keys} onKeyDown={onKeyDown}>
        <div className={clsx(styles.panel, panel)} tabIndex={-1}>
          {children}
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

type OpeningProps = Pick<Props, 'onClose'> & { onShown: Props['onShown'] }

/** Opens the dialog that it is in, and closes it before it is taken away, which gives the focus back. */
function Opening({ onClose, onShown }: OpeningProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const focused = useRef<Element | null>(null)
  const wantsToClose = useEffectEvent(onClose)
  const show = useEffectEvent((dialog: HTMLDialogElement) => onShown?.(dialog))

  useLayoutEffect(() => {
    const dialog = mark.current?.closest('dialog')
    if (!dialog) return undefined
    // Not the first control, not even for a moment: a form would say that it was left empty, a phone would show its
    // keyboard, and who presses Enter once too often would press a button.
    dialog.querySelector('[tabindex="-1"]')?.setAttribute('autofocus', '')
    dialog.showModal()
    const held = focused.current
    if (held instanceof HTMLElement && dialog.contains(held)) held.focus({ preventScroll: true })

    const listening = new AbortController()
    const listen = (type: string, run: (event: Event) => void) =>
      dialog.addEventListener(type, (event) => event.target === dialog && run(event), listening)
    let pressedBeside = false
    dialog.addEventListener('pointerdown', ({ target }) => (pressedBeside = target === dialog), listening)
    listen('click', () => pressedBeside && wantsToClose())
    // By what is no key: Back on a phone.
    listen('cancel', (event) => {
      event.preventDefault()
      wantsToClose()
    })
    // The browser closed it without asking: only whoever draws it may.
    listen('close', () => {
      if (dialog.open) return
      dialog.showModal()
      wantsToClose()
    })

    const stops = [lockScroll(), show(dialog), addLayer(dialog)]
    return () => {
      listening.abort()
      focused.current = document.activeElement
      for (const stop of stops) stop?.()
      // Its fields are not left by that: in development React closes and opens a new dialog once, and a form would say of the
      // field with the focus that it was left empty.
      dialog.addEventListener('focusout', keepQuiet, { capture: true })
      dialog.close()
      dialog.removeEventListener('focusout', keepQuiet, { capture: true })
    }
  }, [])
  return <span hidden ref={mark} />
}

const keepQuiet = (event: Event) => event.stopPropagation()
