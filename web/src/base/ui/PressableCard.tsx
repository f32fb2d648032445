import { clsx } from 'clsx'
import { Pressable, type PressableProps } from './Pressable.tsx'
import styles from './PressableCard.module.css'

type Props = PressableProps & {
  /** A card of its own, one of several in a frame, or a row of a list. */
  look?: 'card' | 'tile' | 'row'
}

/** A whole card, tile or row to press: a link with `to`, else a button. `aria-pressed` or `aria-expanded` show the chosen one. */
export const PressableCard = ({ look = 'card', ...props }: Props) => (
  <Pressable {...props} className={clsx(styles.pressable, styles[look])} />
)
