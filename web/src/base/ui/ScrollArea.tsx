import type { ReactNode } from 'react'
import styles from './ScrollArea.module.css'

type Props = {
  /** Its name for screen readers. */
  label?: string | undefined
  /** At most so many px, or a CSS length. */
  height: number | string
  /** For what a machine wrote, line by line. */
  as?: 'section' | 'pre'
  children: ReactNode
}

/** What is higher than its place scrolls there; it takes the focus, so that the keyboard can scroll it. */
export const ScrollArea = ({ label, height, as: Element = 'section', children }: Props) => (
  <Element aria-label={label} tabIndex={0} className={styles[Element]} style={{ maxHeight: height }}>
    {children}
  </Element>
)
