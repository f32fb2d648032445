import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ProductionSummary } from '@our-print/contract/printing/production.ts'
import { count, plural } from '../../base/format/format.ts'
import { money } from './productionTexts.ts'

type Figures = Omit<ProductionSummary, 'tasks'>
type Figure = { label: string; value: (figures: Figures) => string; note: (figures: Figures) => string }

const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((part / whole) * 1000) / 10}%` : '–'

const figures: readonly Figure[] = [
  { label: 'Ordered', value: ({ ordered }) => count(ordered), note: () => 'sides of new orders' },
  {
    label: 'Printed',
    value: ({ printed }) => count(printed),
    note: ({ sheets }) => `on ${plural(sheets, 'sheet')}`,
  },
  { label: 'Delivered', value: ({ delivered }) => count(delivered), note: () => 'sides at the door' },
  {
    label: 'Waste',
    value: ({ wasted }) => count(wasted),
    note: ({ wasted, printed }) => `${share(wasted, wasted + printed)} of all sides`,
  },
  {
    label: 'Cost',
    value: ({ cost }) => money(cost),
    note: ({ orders }) => `of ${plural(orders, 'printed order')}`,
  },
  {
    label: 'Margin',
    value: ({ margin }) => money(margin),
    note: ({ margin, revenue }) => `${share(margin, revenue)} of ${money(revenue)}`,
  },
]

/** The figures of a range in one frame; placeholders of the same size while they load. */
export const ProductionFigures = ({ data }: { data: Figures | undefined }) => (
  <Box component="dl" sx={grid}>
    {figures.map(({ label, value, note }) => (
      <Box key={label} sx={{ bgcolor: 'background.paper', minWidth: 0, px: 2, py: 1.25 }}>
        <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {label}
        </Box>
        <Box
          component="dd"
          sx={{ m: 0, fontSize: { xs: '1.25rem', sm: '1.375rem' }, lineHeight: '2rem', fontWeight: 650 }}
        >
          {data ? value(data) : <Skeleton sx={{ width: 72, maxWidth: '100%' }} />}
        </Box>
        <Box component="dd" sx={{ m: 0, typography: 'caption', color: 'text.secondary' }}>
          {data ? note(data) : <Skeleton sx={{ width: 96, maxWidth: '100%' }} />}
        </Box>
      </Box>
    ))}
  </Box>
)

const grid = {
  m: 0,
  display: 'grid',
  // The background shows through the gaps as thin lines.
  gap: '1px',
  bgcolor: 'divider',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  fontVariantNumeric: 'tabular-nums',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
} as const
