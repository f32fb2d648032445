import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { Heading } from '../ui/Text.tsx'
import styles from './Page.module.css'
import { useTitle } from './useTitle.ts'

type Props = {
  title: string
  /** The name of the tab, where the title alone does not tell two records apart. */
  tab?: string
  /** Above the title: the way back. */
  above?: ReactNode
  /** Next to or below the title: a status, a count. */
  subtitle?: ReactNode
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
  /** Limits the width, for forms and texts. */
  narrow?: boolean
  children: ReactNode
}

/** A screen in the shell: heading, actions, content. */
export function Page({ title, tab = title, above, subtitle, actions, narrow, children }: Props) {
  useTitle(tab)
  return (
    <div className={clsx(styles.page, narrow && styles.narrow)}>
      {above}
      <div className={styles.head}>
        <div className={styles.title}>
          <Heading level="h1">{title}</Heading>
          {subtitle}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of a page with a heading; unlabelled, as up to eight more landmarks would not help. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <Card as="section">
    <div className={styles.sectionHead}>
      <Heading level="h2" like="h3">
        {title}
      </Heading>
      {aside}
    </div>
    {children}
  </Card>
)

export type Fact = { name: string; value: ReactNode; strong?: true }

/** Labels on the left, values on the right; numbers are aligned. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, value, strong }) => (
      <Fragment key={name}>
        <dt className={strong && styles.strong}>{name}</dt>
        <dd className={strong && styles.strong}>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
