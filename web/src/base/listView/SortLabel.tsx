import Box from '@mui/material/Box'
import { ArrowDownward as ArrowDown } from '../icons/frame.tsx'
import { type ColumnSort, directionOf, nextOrdering, type Sorting } from './sorting.ts'

type Props = { title: string; sort: ColumnSort; sorting: Sorting; align: 'left' | 'right' }

/** The heading of a column that sorts the list. The arrow takes no space of the title. */
export function SortLabel({ title, sort, sorting, align }: Props) {
  const direction = directionOf(sort, sorting.ordering)
  return (
    <Box
      component="button"
      type="button"
      onClick={() => sorting.choose(nextOrdering(sort, sorting.ordering))}
      sx={{
        position: 'relative',
        minHeight: 24,
        p: 0,
        border: 0,
        font: 'inherit',
        color: direction ? 'text.primary' : 'inherit',
        bgcolor: 'transparent',
        cursor: 'pointer',
        '& svg': {
          position: 'absolute',
          top: 5,
          [align === 'right' ? 'right' : 'left']: '100%',
          m: '0 2px',
          fontSize: 14,
          opacity: direction ? 1 : 0,
          transform: direction === 'asc' ? 'rotate(180deg)' : 'none',
        },
        '&:hover, &:focus-visible': { color: 'text.primary' },
        '&:hover svg, &:focus-visible svg': { opacity: direction ? 1 : 0.5 },
      }}
    >
      {title}
      <ArrowDown />
    </Box>
  )
}
