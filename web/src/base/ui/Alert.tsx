import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import {
  CheckCircleOutlined,
  Close,
  ErrorOutlined,
  InfoOutlined,
  WarningAmberOutlined,
} from '../icons/parts.tsx'
import styles from './Alert.module.css'
import { IconButton } from './Button.tsx'

const icons = {
  error: ErrorOutlined,
  warning: WarningAmberOutlined,
  info: InfoOutlined,
  success: CheckCircleOutlined,
}

type Props = {
  severity: keyof typeof icons
  title?: ReactNode
  children?: ReactNode
  /** A small button at the end. */
  action?: ReactNode
  onClose?: () => void
  /** `none` where something around it says what it is. */
  role?: 'alert' | 'status' | 'none'
  /** Scrolled to when it appears: what caused it may be far below. */
  inSight?: boolean
}

/** A message in the page, with what can be done about it. */
export function Alert({ severity, title, children, action, onClose, role = 'alert', inSight }: Props) {
  const Icon = icons[severity]
  return (
    <div
      ref={inSight ? scrollTo : undefined}
      {...(role !== 'none' && { role })}
      className={clsx(styles.alert, styles[severity])}
    >
      <span className={styles.icon}>
        <Icon />
      </span>
      <div className={styles.message}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {onClose && (
        <div className={styles.close}>
          <IconButton size="small" aria-label="Close" onClick={onClose}>
            <Close size={18} />
          </IconButton>
        </div>
      )}
    </div>
  )
}

function scrollTo(alert: HTMLElement | null) {
  // jsdom cannot scroll.
  alert?.scrollIntoView?.({ block: 'nearest' })
}
