import { type ReactNode, useId } from 'react'
import { count } from '../../base/format/format.ts'
import { ArrowDownward, ArrowUpward } from '../../base/icons/frame.tsx'
import type { Tone } from '../../base/icons/Icon.tsx'
import { Card as Frame } from '../../base/ui/Card.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import styles from './Card.module.css'

type Props = {
  title: string
  /** The days that the numbers cover, or "now". */
  note?: ReactNode
  /** A button at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the dashboard, with its title. */
export function Card({ title, note, action, children }: Props) {
  const id = useId()
  return (
    <Frame as="section" pad={0} aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <div className={styles.title}>
          <Heading level="h2" id={id}>
            {title}
          </Heading>
          {note && (
            <Text as="div" size="small" tone="muted">
              {note}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children}
    </Frame>
  )
}

/** Tiles with their title above them. */
export function TileSection({ title, note, children }: Omit<Props, 'action'>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={styles.heading}>
        <Heading level="h2" id={id}>
          {title}
        </Heading>
        {note && (
          <Text size="small" tone="muted">
            {note}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}

/** In place of rows, with a next step. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <div className={styles.empty}>{children}</div>
)

/** A large number; a placeholder of the same size while it loads. */
export const BigNumber = ({ tone, children }: { tone?: Tone | undefined; children: string | undefined }) => (
  <span className={styles.number}>
    <Text size="figure" tone={tone} flow="keep">
      {children ?? <Skeleton width={56} />}
    </Text>
  </span>
)

type ChangeTextProps = { now: number | undefined; before: number | undefined }

/** The change from the period before, in words and with an arrow: readable without colour. */
export function ChangeText({ now, before }: ChangeTextProps) {
  if (now === undefined || before === undefined) {
    return (
      <span className={styles.change}>
        <Skeleton width={64} />
      </span>
    )
  }
  const share = before === 0 ? undefined : Math.round(((now - before) / before) * 100)
  if (share === undefined || share === 0) {
    return (
      <span className={styles.change}>
        <Text tone="muted">
          {now === before ? 'No change' : share === 0 ? 'About the same' : 'None before'}
        </Text>
      </span>
    )
  }
  const more = share > 0
  const tone = more ? 'success' : 'danger'
  const Arrow = more ? ArrowUpward : ArrowDownward
  return (
    <span className={styles.change}>
      <Arrow size={14} tone={tone} />
      <Text tone={tone}>
        {count(Math.abs(share))}% {more ? 'more' : 'less'}
      </Text>
    </span>
  )
}
