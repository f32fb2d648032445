import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { FilterList } from '../icons/frame.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import type { PressableProps } from '../ui/Pressable.tsx'
import { VisuallyHidden } from '../ui/Text.tsx'
import { useMinWidth } from '../ui/useWidth.ts'
import styles from './FilterBar.module.css'
import { SearchBox } from './ListTools.tsx'
import type { ListState } from './useListState.ts'

type Props = {
  list: Pick<ListState, 'query' | 'setQuery' | 'startTyping' | 'filters'>
  /** The searched fields: 'Number, customer, mobile'. Without it the list has filters only. */
  search?: string
  /** Filters, each a field. */
  children?: ReactNode
}

/**
 * The search box of a list and its filters. Where the list shows cards, the filters are behind a button in the row of the
 * search, so that the first card is in sight.
 */
export function FilterBar({ list, search, children }: Props) {
  const narrow = !useMinWidth('desk')
  const [open, setOpen] = useState(false)
  const folds = narrow && Boolean(children)
  return (
    <div className={clsx(styles.bar, search === undefined && styles.bare)}>
      {search !== undefined && (
        <div className={styles.search}>
          <SearchBox list={list} placeholder={search} />
        </div>
      )}
      {folds && (
        <div className={styles.fold}>
          <FiltersButton
            inWords={search === undefined}
            number={Object.values(list.filters).filter(Boolean).length}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        </div>
      )}
      {folds ? (
        <div hidden={!open} className={styles.folded}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  )
}

type ButtonProps = PressableProps & {
  number: number
  /** Also on a phone, where beside a search its words are for screen readers. */
  inWords?: boolean
}

/** Opens the filters of a list; says how many are active. */
export function FiltersButton({ number, inWords = false, ...element }: ButtonProps) {
  const narrow = !useMinWidth('desk')
  const label = number > 0 ? `Filters (${number})` : 'Filters'
  const tone = number > 0 ? 'accent' : 'neutral'
  if (!narrow || inWords) {
    return (
      <Button start={<FilterList />} tone={tone} {...element}>
        {label}
      </Button>
    )
  }
  return (
    <IconButton look="secondary" tone={tone} title={label} {...element}>
      <FilterList />
      <VisuallyHidden>{label}</VisuallyHidden>
      {number > 0 && (
        <span aria-hidden className={styles.number}>
          {number}
        </span>
      )}
    </IconButton>
  )
}
