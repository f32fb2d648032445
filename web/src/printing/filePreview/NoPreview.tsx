import type { ReactNode } from 'react'
import styles from './NoPreview.module.css'

export type PreviewProps = {
  name: string
  url: string
  /** Creates a new link, for when this one has expired. */
  freshUrl: () => Promise<string>
  /** Shown if the file cannot be shown. */
  fallback: ReactNode
}

/** Says that a file cannot be shown here, and offers the fallback. */
export const NoPreview = ({ reason, children }: { reason: string; children: ReactNode }) => (
  <div role="alert" className={styles.notice}>
    {reason}
    {children}
  </div>
)
