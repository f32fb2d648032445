import { pageSize } from '@our-print/contract/paging.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ResourceStates.module.css'

export type Empty = { hint: ReactNode; action?: ReactNode }

/** Placeholders at the height of the rows. */
export const LoadingRows = ({
  columns,
  cards,
  rows = pageSize,
}: {
  columns: readonly unknown[]
  cards: boolean
  rows?: number
}) => (
  <output className={styles.loading}>
    <div className={styles.note}>Loading...</div>
    <div aria-hidden className={clsx(cards && styles.cards)}>
      {Array.from({ length: cards ? 5 : rows }, (_, at) => (
        <div key={at} className={styles.row}>
          {columns.slice(0, cards ? 1 : columns.length).map((_, column) => (
            <Skeleton key={column} fill {...(!cards && { maxWidth: 60 + ((at * 37 + column * 61) % 90) })} />
          ))}
        </div>
      ))}
    </div>
  </output>
)

const Headline = ({ children }: { children: string }) => <p className={styles.headline}>{children}</p>

type NoRecordsProps = {
  empty: Empty | undefined
  /** Whether a search or filter is active: then it can be cleared. */
  isFiltered: boolean
  onClear: () => void
  /** Whether the page is after the last one. */
  beyond: boolean
  onFirst: () => void
}

/** 'No Records found', with the next step. */
export function NoRecords({ empty, isFiltered, onClear, beyond, onFirst }: NoRecordsProps) {
  return (
    <div className={styles.state}>
      <Headline>No Records found</Headline>
      {beyond ? (
        <Button onClick={onFirst}>Go to the first page</Button>
      ) : isFiltered ? (
        <>
          <span>Nothing matches this search.</span>
          <Button onClick={onClear}>Clear search and filters</Button>
        </>
      ) : (
        <>
          {empty && <span>{empty.hint}</span>}
          {empty?.action}
        </>
      )}
    </div>
  )
}

type FailedProps = {
  title?: string
  error: ApiError
  onRetry: () => Promise<unknown>
  /** Shows the list without its search and filters. */
  onClear?: (() => void) | undefined
}

/**
 * Shown instead of a list that could not be loaded, with the reason and Retry. What is wrong with the search or a filter, such
 * as a record that is not there, stays wrong: then they can be cleared.
 */
export const Failed = ({ title = 'This list could not be loaded', error, onRetry, onClear }: FailedProps) => (
  <div className={styles.state} role="alert">
    <Headline>{title}</Headline>
    <span>{error.message}</span>
    {onClear && (error.status === 400 || error.status === 404) ? (
      <Button onClick={onClear}>Clear search and filters</Button>
    ) : (
      <Button onClick={() => void onRetry()}>Retry</Button>
    )}
  </div>
)
