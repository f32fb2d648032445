import { clsx } from 'clsx'
import styles from './Skeleton.module.css'

type Props = {
  /** A line of text, a box, or a circle. */
  shape?: 'text' | 'rounded' | 'circular'
  /** In px, or a CSS length; without it as wide as there is room. */
  width?: number | string
  /** Of a box: in px, or a CSS length. */
  height?: number | string
  maxWidth?: number | string
  /** In a row: takes the room that its neighbours leave. */
  fill?: boolean
  /** Large and still: in place of a chart or a picture. */
  faint?: boolean
}

/** In place of what loads, of the same size; not read by screen readers. */
export const Skeleton = ({ shape = 'text', width, height, maxWidth, fill, faint }: Props) => (
  <span
    aria-hidden
    className={clsx(styles.skeleton, styles[shape], fill && styles.fill, faint && styles.faint)}
    style={{ width, height, maxWidth }}
  />
)
