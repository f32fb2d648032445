import { clsx } from 'clsx'
import type { IconType } from '../icons/Icon.tsx'
import styles from './Tag.module.css'

type Props = {
  label: string
  Icon: IconType
  /** Good is green, bad is red, off is grey; icon and label say it without colour. */
  tone?: 'neutral' | 'good' | 'bad' | 'warning' | 'off'
}

/** A short fact about a record as a label: a role, whether it is active. */
export const Tag = ({ label, Icon, tone = 'neutral' }: Props) => (
  <span className={clsx(styles.tag, tone !== 'neutral' && styles[tone])}>
    <Icon size={14} />
    {label}
  </span>
)
