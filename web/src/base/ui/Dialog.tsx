import { clsx } from 'clsx'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import styles from './Dialog.module.css'
import { Modal } from './Modal.tsx'
import { Heading, Text } from './Text.tsx'

type Props = {
  title: string
  /** Below the title. */
  subtitle?: ReactNode
  onClose: () => void
  /** As wide as a question (444 px), a list of facts (600 px) or a table (960 px). */
  size?: 'xs' | 'sm' | 'md'
  /** As large as the window of a phone. */
  full?: boolean
  children?: ReactNode
  /** Buttons at the bottom, which stay while the content scrolls. */
  actions: ReactNode
  /** On a phone the content stands at the bottom, near the thumb. */
  low?: boolean
  /** Nothing in the content takes the focus, and it may have to be scrolled by keys. */
  readable?: boolean
  /** Nobody sees what is behind it. */
  hidesPage?: boolean
  /** The dialog is a form; on a phone its buttons are as wide as there is room. */
  onSubmit?: FormEventHandler<HTMLFormElement>
}

/** A question, a form or a record over the page, open as long as it is drawn. */
export function Dialog(props: Props) {
  const {
    title,
    subtitle,
    onClose,
    size = 'xs',
    full,
    children,
    actions,
    low,
    readable,
    hidesPage,
    onSubmit,
  } = props
  const id = useId()
  const parts = (
    <>
      <div className={styles.title}>
        <Heading level="h2" id={id} flow="wrap">
          {title}
        </Heading>
        {subtitle && (
          <Text as="div" size="small" tone="muted" flow="wrap">
            {subtitle}
          </Text>
        )}
      </div>
      {children && (
        <div className={clsx(styles.content, low && styles.low)} {...(readable && { tabIndex: 0 })}>
          {children}
        </div>
      )}
      <div className={clsx(styles.actions, onSubmit && styles.reach)}>{actions}</div>
    </>
  )
  return (
    <Modal
      aria-labelledby={id}
      onClose={onClose}
      backdrop={hidesPage ? 'hidden' : 'dark'}
      className={clsx(styles.dialog, styles[size], full && styles.full)}
      panel={styles.panel}
    >
      {onSubmit ? (
        <form noValidate className={styles.form} onSubmit={onSubmit}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </Modal>
  )
}

type PaletteProps = { label: string; onClose: () => void; children: ReactNode }

/** A dialog without title and buttons, high in the window and always as high, so that nothing moves while one types. */
export const PaletteDialog = ({ label, onClose, children }: PaletteProps) => (
  <Modal
    aria-label={label}
    onClose={onClose}
    className={clsx(styles.dialog, styles.palette, styles.full)}
    panel={styles.panel}
  >
    {children}
  </Modal>
)
