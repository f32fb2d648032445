import type { ReactNode } from 'react'
import styles from './KeyCap.module.css'

/** A key as it is on the keyboard; `isDecoration` where the button beside it tells screen readers its key. */
export const KeyCap = ({ isDecoration, children }: { isDecoration?: true; children: ReactNode }) => (
  <kbd aria-hidden={isDecoration} className={styles.key}>
    {children}
  </kbd>
)
