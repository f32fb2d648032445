import type { ReactNode } from 'react'
import type { IconType, Tone } from '../../base/icons/Icon.tsx'
import { PressableCard } from '../../base/ui/PressableCard.tsx'
import { VisuallyHidden } from '../../base/ui/Text.tsx'
import { BigNumber } from './Card.tsx'
import styles from './Tile.module.css'

type Props = {
  label: string
  /** For screen readers: what the heading above adds to the label, 'print orders'. */
  of?: string
  Icon: IconType
  value: string | undefined
  tone?: Tone | undefined
  to: string
  children?: ReactNode
}

/** A number that links to the list that it counts. */
export const Tile = ({ label, of, Icon, value, tone, to, children }: Props) => (
  <li>
    <PressableCard look="tile" to={to}>
      <span className={styles.label}>
        <Icon size={16} tone={tone} />
        {label} {of && <VisuallyHidden>{of}</VisuallyHidden>}
      </span>{' '}
      <BigNumber tone={tone}>{value}</BigNumber> {children}
    </PressableCard>
  </li>
)
