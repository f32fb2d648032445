import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import { CheckCircleOutlined, Close, ErrorOutlined } from '../icons/parts.tsx'
import { IconButton } from './Button.tsx'
import styles from './Toast.module.css'

type Props = {
  failed?: boolean
  children: ReactNode
  /** Small buttons. */
  actions?: ReactNode
  onDismiss: () => void
  ref?: Ref<HTMLDivElement>
}

/** A short message over the page, dark in both schemes. */
export const Toast = ({ failed = false, children, actions, onDismiss, ref }: Props) => (
  <div
    ref={ref}
    data-toast=""
    role={failed ? 'alert' : 'status'}
    className={clsx(styles.toast, failed ? styles.failed : styles.done)}
  >
    <span className={styles.icon}>{failed ? <ErrorOutlined /> : <CheckCircleOutlined />}</span>
    <div className={styles.message}>{children}</div>
    {actions}
    <IconButton size="small" aria-label="Dismiss" onClick={onDismiss}>
      <Close size={18} />
    </IconButton>
  </div>
)
