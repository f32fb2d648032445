import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { TuneOutlined as Tune } from '../icons/frame.tsx'
import { Button } from '../ui/Button.tsx'
import { useMinWidth } from '../ui/useWidth.ts'
import styles from './FilterBar.module.css'
import { SearchBox } from './ListTools.tsx'
import type { ListState } from './useListState.ts'

type Props = {
  list: Pick<ListState, 'query' | 'setQuery' | 'startTyping'>
  /** The searched fields: 'Number, customer, mobile'. */
  search: string
  /** How many filters are active, if they fold: where the list shows cards, a button shows them, so that the first card is in sight. */
  active?: number | undefined
  /** Filters, each a field. */
  children?: ReactNode
}

/** The search box of a list and its filters. */
export function FilterBar({ list, search, active, children }: Props) {
  const narrow = !useMinWidth('desk')
  const [open, setOpen] = useState(false)
  const folded = active !== undefined && narrow
  return (
    <div className={clsx(styles.bar, folded && styles.folds)}>
      <div className={styles.search}>
        <SearchBox list={list} placeholder={search} />
      </div>
      {folded && (
        <div className={styles.fold}>
          <Button start={<Tune />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {active > 0 ? `Filters (${active})` : 'Filters'}
          </Button>
        </div>
      )}
      {folded ? (
        <div hidden={!open} className={styles.folded}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  )
}
