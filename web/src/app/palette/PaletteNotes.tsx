import { isSearchable } from '@our-print/contract/shop/searchQuery.ts'
import type { ReactNode } from 'react'
import { listed } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { lookOf } from './entries.ts'
import styles from './PaletteNotes.module.css'
import type { FoundRecords } from './useFound.ts'

type Props = {
  found: FoundRecords
  /** The typed text. */
  searchText: string
  /** Whether anything is listed. */
  hasOptions: boolean
}

/** What is to be said about the records that are not listed. */
export function PaletteNotes({ found, searchText, hasOptions }: Props) {
  const { error, isSearching, late, results, retry } = found
  if (error)
    return (
      <Note role="alert" action={<Retry onClick={retry} />}>
        Records could not be searched. {error.message}
      </Note>
    )
  if (isSearching && results.length === 0) return <Searching />
  if (late.length > 0)
    return (
      <Note action={<Retry onClick={retry} />}>
        {listOf(late.map((kind) => lookOf(kind).label))} took too long and may be missing.
      </Note>
    )
  if (hasOptions || searchText === '') return null
  return isSearchable(searchText) ? (
    <Empty title={`Nothing found for “${searchText}”`}>
      Try a name, an order number, the last digits of a phone number or a code.
    </Empty>
  ) : (
    <Empty title="Keep typing">Records are searched from two characters on, or by a digit.</Empty>
  )
}

const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.empty}>
    <Text as="p" size="subheading" flow="wrap">
      {title}
    </Text>
    <Text tone="muted">{children}</Text>
  </div>
)

/** 'Orders, leads and coupons' */
function listOf([first = '', ...names]: string[]) {
  const others = names.map((name) => (name.startsWith('QR') ? name : name.toLowerCase()))
  return listed([first, ...others])
}

const Note = ({ action, children, role }: { action: ReactNode; children: ReactNode; role?: string }) => (
  <div {...(role && { role })} className={styles.note}>
    <div className={styles.text}>{children}</div>
    {action}
  </div>
)

const Retry = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Try again
  </Button>
)

const Searching = () => (
  <div aria-hidden className={styles.searching}>
    {[140, 190, 160].map((width) => (
      <div key={width} className={styles.line}>
        <Skeleton shape="circular" width={18} height={18} />
        <Skeleton width={width} />
        <Skeleton fill maxWidth={220} />
      </div>
    ))}
  </div>
)
