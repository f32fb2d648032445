import type { ReactNode } from 'react'
import type { IconType, Tone } from '../../base/icons/Icon.tsx'
import { PressableCard } from '../../base/ui/PressableCard.tsx'
import { useOpens } from '../../base/ui/RouterLink.tsx'
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

/** A number that links to the list that it counts, for who has that list. */
export function Tile({ label, of, Icon, value, tone, to, children }: Props) {
  const figure = (
    <>
      <span className={styles.label}>
        <Icon size={16} tone={tone} />
        {label} {of && <VisuallyHidden>{of}</VisuallyHidden>}
      </span>{' '}
      <BigNumber tone={tone}>{value}</BigNumber> {children}
    </>
  )
  return (
    <li>
      {useOpens()(to) ? (
        <PressableCard look="tile" to={to}>
          {figure}
        </PressableCard>
      ) : (
        <div className={styles.figure}>{figure}</div>
      )}
    </li>
  )
}
