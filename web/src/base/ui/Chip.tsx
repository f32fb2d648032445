import { Close } from '../icons/parts.tsx'
import styles from './Chip.module.css'

type Props = {
  /** 'Paper: A4' */
  text: string
  /** What the press does, for screen readers: 'Remove filter: Paper: A4'. */
  label: string
  onRemove: () => void
}

/** A choice that is in force; pressed, it is taken back. */
export const Chip = ({ text, label, onRemove }: Props) => (
  <button type="button" className={styles.chip} aria-label={label} onClick={onRemove}>
    {text}
    <Close size={14} />
  </button>
)
