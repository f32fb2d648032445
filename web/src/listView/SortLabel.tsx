import TableSortLabel from '@mui/material/TableSortLabel'
import { type ColumnSort, directionOf, nextOrdering, type Sorting } from './sorting.ts'

type Props = { title: string; sort: ColumnSort; sorting: Sorting; align: 'left' | 'right' }

/** The heading of a column that sorts the list. The arrow takes no space of the title. */
export function SortLabel({ title, sort, sorting, align }: Props) {
  const direction = directionOf(sort, sorting.ordering)
  return (
    <TableSortLabel
      active={direction !== undefined}
      direction={direction ?? 'asc'}
      onClick={() => sorting.choose(nextOrdering(sort, sorting.ordering))}
      sx={{
        // The whole height of the header can be clicked.
        minHeight: 24,
        '& .MuiTableSortLabel-icon': {
          position: 'absolute',
          [align === 'right' ? 'right' : 'left']: '100%',
          m: '0 2px',
          fontSize: 14,
        },
      }}
    >
      {title}
    </TableSortLabel>
  )
}
