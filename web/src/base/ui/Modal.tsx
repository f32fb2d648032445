import { clsx } from 'clsx'
import { type DialogHTMLAttributes, type KeyboardEvent, type ReactNode, useCallback, useRef } from 'react'
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
  /** What the window behind it looks like: darker, or as it was. */
  backdrop?: 'dark' | 'none'
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
  const isShown = useRef(false)
  const pressedBeside = useRef(false)
  const mark = useOpening(isShown, onShown)

  function onKeyDown(event: KeyboardEvent) {
    // React hands events on to the parent component, wherever this is drawn: its keys are not for a form behind it.
    event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Else a browser closes it at the second Escape, whoever has to be asked first.
    event.preventDefault()
    onClose()
  }

  // In the body: it may belong to a form or a row of a table, in which a form of its own has no place.
  return createPortal(
    <dialog
      {...names}
      // Written out for who asks whether something is open: a list or a menu has a role, too.
      role="dialog"
      className={clsx(styles.modal, styles[backdrop], className)}
      onKeyDown={onKeyDown}
      onPointerDown={({ target, currentTarget }) => {
        pressedBeside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        if (pressedBeside.current && target === currentTarget) onClose()
      }}
      // By what is no key, Back on a phone. A field for files has an event of this name, too.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (isShown.current) onClose()
      }}
      // The browser closed it without asking: only whoever draws it may.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || !isShown.current || currentTarget.open) return
        currentTarget.showModal()
        onClose()
      }}
    >
      {/* Drawn before the content: React focuses an `autoFocus` in there when it is open already. */}
      <span hidden ref={mark} />
      <div className={clsx(styles.panel, panel)} tabIndex={-1}>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}

/** Opens the dialog that the element of this ref begins, and closes it before it is taken away, which gives the focus back. */
function useOpening(isShown: { current: boolean }, onShown: Props['onShown']) {
  const shown = useRef(onShown)
  const focused = useRef<Element | null>(null)
  return useCallback(
    (element: HTMLElement | null) => {
      const dialog = element?.closest('dialog')
      if (!dialog) return undefined
      dialog.showModal()
      // Not the first control: a phone would show its keyboard, and who presses Enter once too often would press a button.
      const held = focused.current
      const target = held && dialog.contains(held) ? held : dialog.querySelector('[tabindex="-1"]')
      ;(target as HTMLElement).focus({ preventScroll: true })
      isShown.current = true
      const stops = [lockScroll(), shown.current?.(dialog), addLayer(dialog)]
      return () => {
        isShown.current = false
        focused.current = document.activeElement
        for (const stop of stops) stop?.()
        dialog.close()
      }
    },
    [isShown],
  )
}
