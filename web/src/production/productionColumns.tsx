import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { MarginGroup, MarginRow } from '@our-print/contract/printing/margins.ts'
import type { PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import type { ProductionRow } from '@our-print/contract/printing/production.ts'
import { Link as RouterLink } from 'react-router'
import { formatDateTime, formatDay } from '../format/dates.ts'
import { count } from '../format/format.ts'
import { actionsColumn, numberColumn } from '../list/columns.tsx'
import type { Column } from '../list/tableModel.ts'
import { money, signedCount } from './productionTexts.ts'

const orDash = (number: number | null) => (number === null ? '–' : count(number))

const Gap = ({ gap }: { gap: number | null }) => (
  <Box component="span" sx={gap ? { fontWeight: 600 } : { color: 'text.secondary' }}>
    {gap === null ? '–' : signedCount(gap)}
  </Box>
)

const counterColumns: readonly Column<ProductionRow>[] = [
  numberColumn('counter', 'Counters', 112, ({ counter }) => orDash(counter)),
  numberColumn('by_jobs', 'By jobs then', 116, ({ by_jobs }) => orDash(by_jobs)),
  numberColumn('gap', 'Gap', 88, ({ gap }) => <Gap gap={gap} />),
]

export const dayColumns: readonly Column<ProductionRow>[] = [
  { id: 'day', title: 'Day', card: 'title', cell: ({ id }) => formatDay(id) },
  numberColumn('ordered', 'Ordered', 104, ({ ordered }) => orDash(ordered)),
  numberColumn('printed', 'Printed', 104, ({ printed }) => count(printed)),
  numberColumn('delivered', 'Delivered', 104, ({ delivered }) => orDash(delivered)),
  numberColumn('wasted', 'Waste', 88, ({ wasted }) => count(wasted)),
  numberColumn('sheets', 'Sheets', 96, ({ sheets }) => count(sheets)),
  ...counterColumns,
]

export const printerColumns: readonly Column<ProductionRow>[] = [
  { id: 'printer', title: 'Printer', card: 'title', cell: ({ label }) => label },
  numberColumn('printed', 'Printed', 112, ({ printed }) => count(printed)),
  numberColumn('wasted', 'Waste', 96, ({ wasted }) => count(wasted)),
  numberColumn('sheets', 'Sheets', 104, ({ sheets }) => count(sheets)),
  ...counterColumns,
]

export const readingColumns = (
  explain: (reading: PrinterReading) => void,
): readonly Column<PrinterReading>[] => [
  {
    id: 'printer',
    title: 'Printer',
    card: 'title',
    cell: ({ printer_name, explanation }) => (
      <Box component="span" sx={{ display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {printer_name}
        {explanation && (
          <Box
            component="span"
            sx={{ display: 'block', typography: 'caption', color: 'text.secondary', fontWeight: 400 }}
          >
            {explanation}
          </Box>
        )}
      </Box>
    ),
  },
  { id: 'at', title: 'Read', width: 188, cell: ({ at }) => formatDateTime(at) },
  { id: 'by', title: 'By', width: 136, cell: ({ by }) => by ?? 'The printer itself', wide: true },
  numberColumn('impressions', 'Counter', 112, ({ impressions }) => count(impressions)),
  numberColumn('since_printer', 'Since before', 116, ({ since_printer }) => orDash(since_printer)),
  numberColumn('since_jobs', 'By jobs', 96, ({ since_jobs }) => orDash(since_jobs)),
  numberColumn('gap', 'Gap', 88, ({ gap }) => <Gap gap={gap} />),
  actionsColumn(104, (reading) =>
    reading.gap ? (
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={`Explain the gap of ${reading.printer_name}`}
        onClick={() => explain(reading)}
      >
        Explain
      </Button>
    ) : null,
  ),
]

const titles: Record<MarginGroup, string> = {
  order: 'Order',
  customer: 'Customer',
  company: 'Company',
  month: 'Month',
}

export const marginColumns = (by: MarginGroup): readonly Column<MarginRow>[] => [
  {
    id: 'label',
    title: titles[by],
    card: 'title',
    cell: (row) => <MarginName by={by} row={row} />,
    ...((by === 'order' || by === 'month') && { sort: { by: 'day', as: 'time' as const } }),
  },
  ...(by === 'order'
    ? []
    : [{ ...numberColumn<MarginRow>('orders', 'Orders', 88, ({ orders }) => count(orders)) }]),
  numberColumn('printed', 'Printed', 96, ({ printed }) => count(printed)),
  numberColumn('revenue', 'Revenue', 124, ({ revenue }) => money(revenue), 'revenue'),
  { ...numberColumn<MarginRow>('paper', 'Paper', 104, ({ paper }) => money(paper)), wide: true },
  { ...numberColumn<MarginRow>('click', 'Clicks', 104, ({ click }) => money(click)), wide: true },
  { ...numberColumn<MarginRow>('binding', 'Binding', 104, ({ binding }) => money(binding)), wide: true },
  { ...numberColumn<MarginRow>('waste', 'Waste', 96, ({ waste }) => money(waste)), wide: true },
  numberColumn('cost', 'Cost', 112, ({ cost }) => money(cost), 'cost'),
  numberColumn(
    'margin',
    'Margin',
    124,
    ({ margin, margin_percent }) => (
      <Box component="span" sx={{ display: 'block', ...(margin < 0 && { color: 'error.main' }) }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {money(margin)}
        </Box>
        {margin_percent !== null && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
            {String(margin_percent).replace('-', '−')}%
          </Box>
        )}
      </Box>
    ),
    'margin',
  ),
]

function MarginName({ by, row: { id, label, number, customer } }: { by: MarginGroup; row: MarginRow }) {
  const to = {
    order: `/order/${id}`,
    customer: `/user/${id}`,
    company: `/client_companies?${new URLSearchParams({ query: label })}`,
    month: undefined,
  }[by]
  const text = by === 'month' ? monthOf(label) : label
  return (
    <Box
      component="span"
      sx={{ display: 'block', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      {to ? (
        <Link component={RouterLink} to={to} color="inherit" title={label}>
          {text}
        </Link>
      ) : (
        text
      )}
      {customer !== null && (
        <Box
          component="span"
          sx={{ display: 'block', typography: 'caption', color: 'text.secondary', fontWeight: 400 }}
        >
          {number}, {customer}
        </Box>
      )}
    </Box>
  )
}

/** '2026-01' as 'Jan 2026'. */
const monthOf = (month: string) => formatDay(`${month}-01`).replace(/^1st /, '')
