import { clsx } from 'clsx'
import { ArrowDownward as ArrowDown } from '../icons/frame.tsx'
import styles from './SortLabel.module.css'
import { type ColumnSort, directionOf, nextOrdering, type Sorting } from './sorting.ts'

type Props = { title: string; sort: ColumnSort; sorting: Sorting; align: 'left' | 'right' }

/** The heading of a column that sorts the list. */
export function SortLabel({ title, sort, sorting, align }: Props) {
  const direction = directionOf(sort, sorting.ordering)
  return (
    <button
      type="button"
      className={clsx(styles.label, direction && styles.sorted)}
      onClick={() => sorting.choose(nextOrdering(sort, sorting.ordering))}
    >
      {title}
      <span className={clsx(styles.arrow, align === 'right' && styles.right)}>
        <ArrowDown size={14} turned={direction === 'asc'} />
      </span>
    </button>
  )
}
