import type { ReactNode } from 'react'
import styles from './RecordColumns.module.css'

type Props = {
  children: ReactNode
  /** Facts in a narrow column; below the others where there is no room. */
  aside: ReactNode
}

/** The sections of a record's page. */
export const RecordColumns = ({ children, aside }: Props) => (
  <div className={styles.columns}>
    <div className={styles.column}>{children}</div>
    <div className={styles.column}>{aside}</div>
  </div>
)
