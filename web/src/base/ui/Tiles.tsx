import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'
import styles from './Tiles.module.css'

type Props = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  /** Where there is room; two on a phone. */
  columns: 2 | 4 | 5 | 6
}

/** Figures in one frame, of equal height, with thin lines between them. */
export const Tiles = ({ columns, ...rest }: Props) => (
  <ul {...rest} className={clsx(styles.tiles, styles[`columns${columns}`])} />
)
