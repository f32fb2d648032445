import Box from '@mui/material/Box'
import type { MarginGroup, MarginRow } from '@our-print/contract/printing/margins.ts'
import type { PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import type { ProductionRow } from '@our-print/contract/printing/production.ts'
import { count, formatDateTime, formatDay } from '../../base/format/format.ts'
import { actionsColumn, type Column, column, numberColumn } from '../../base/list/columns.tsx'
import { RouteLink, SecondaryButton, TextButton } from '../../base/page/Page.tsx'
import type { UnexplainedGap } from './ExplainDialog.tsx'
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
  column('day', 'Day', { card: 'title' }, ({ id }) => formatDay(id)),
  numberColumn('ordered', 'Ordered', 104, ({ ordered }) => orDash(ordered)),
  numberColumn('printed', 'Printed', 104, ({ printed }) => count(printed)),
  numberColumn('delivered', 'Delivered', 104, ({ delivered }) => orDash(delivered)),
  numberColumn('wasted', 'Waste', 88, ({ wasted }) => count(wasted)),
  numberColumn('sheets', 'Sheets', 96, ({ sheets }) => count(sheets)),
  ...counterColumns,
]

export const printerColumns: readonly Column<ProductionRow>[] = [
  column('printer', 'Printer', { card: 'title' }, ({ label }) => label),
  numberColumn('printed', 'Printed', 112, ({ printed }) => count(printed)),
  numberColumn('wasted', 'Waste', 96, ({ wasted }) => count(wasted)),
  numberColumn('sheets', 'Sheets', 104, ({ sheets }) => count(sheets)),
  ...counterColumns,
]

export const readingColumns = (
  open: (question: UnexplainedGap | { correct: PrinterReading }) => void,
): readonly Column<PrinterReading>[] => [
  column('printer', 'Printer', { card: 'title' }, ({ printer_name }) => printer_name),
  column('at', 'Read', { width: 168 }, ({ at }) => formatDateTime(at)),
  column('by', 'By', { width: 136, optional: true }, ({ by }) => by ?? 'The printer itself'),
  numberColumn('impressions', 'Counter', 92, ({ impressions }) => count(impressions)),
  numberColumn('since_printer', 'Since before', 104, ({ since_printer }) => orDash(since_printer)),
  numberColumn('since_jobs', 'By jobs', 80, ({ since_jobs }) => orDash(since_jobs)),
  numberColumn('gap', 'Gap', 68, ({ gap }) => <Gap gap={gap} />),
  column('explanation', 'Explanation', { width: '16%' }, ({ explanation }) => (
    <span title={explanation}>{explanation || '–'}</span>
  )),
  actionsColumn(176, (reading) => (
    <>
      {reading.gap !== null && reading.gap !== 0 && (
        <SecondaryButton
          size="small"
          aria-label={`Explain the gap of ${reading.printer_name}`}
          onClick={() => open({ ...reading, reading: reading.id, gap: reading.gap ?? 0 })}
        >
          Explain
        </SecondaryButton>
      )}
      <TextButton
        aria-label={`Correct the reading ${count(reading.impressions)} of ${reading.printer_name}`}
        onClick={() => open({ correct: reading })}
      >
        Correct
      </TextButton>
    </>
  )),
]

const titles: Record<MarginGroup, string> = {
  order: 'Order',
  customer: 'Customer',
  company: 'Company',
  month: 'Month',
}

/** Behind the list of columns: most people look at the whole cost. */
const part = (id: string, title: string, of: (row: MarginRow) => number): Column<MarginRow> => ({
  ...numberColumn<MarginRow>(id, title, 104, (row) => money(of(row))),
  optional: true,
})

export const marginColumns = (by: MarginGroup): readonly Column<MarginRow>[] => [
  {
    id: 'label',
    title: titles[by],
    card: 'title',
    cell: (row) => <MarginName by={by} row={row} />,
    ...((by === 'order' || by === 'month') && { sort: { by: 'day', as: 'time' as const } }),
  },
  by === 'order'
    ? column('customer', 'Customer', { width: 168, card: 'subtitle' }, ({ customer }) => customer)
    : numberColumn('orders', 'Orders', 88, ({ orders }) => count(orders)),
  numberColumn('printed', 'Printed', 96, ({ printed }) => count(printed)),
  numberColumn('revenue', 'Revenue', 124, ({ revenue }) => money(revenue), 'revenue'),
  part('paper', 'Paper', ({ paper }) => paper),
  part('click', 'Clicks', ({ click }) => click),
  part('binding', 'Binding', ({ binding }) => binding),
  part('waste', 'Waste', ({ waste }) => waste),
  numberColumn('cost', 'Cost', 112, ({ cost }) => money(cost), 'cost'),
  numberColumn(
    'margin',
    'Margin',
    124,
    ({ margin }) => (
      <Box component="span" sx={{ fontWeight: 600, ...(margin < 0 && { color: 'error.main' }) }}>
        {money(margin)}
      </Box>
    ),
    'margin',
  ),
  numberColumn('percent', 'Margin in %', 104, ({ margin_percent }) =>
    margin_percent === null ? '–' : String(margin_percent).replace('-', '−'),
  ),
]

function MarginName({ by, row: { id, label, number } }: { by: MarginGroup; row: MarginRow }) {
  if (by === 'month') return monthOf(label)
  const to = {
    order: `/order/${id}`,
    customer: `/user/${id}`,
    company: `/client_companies?${new URLSearchParams({ query: label })}`,
  }[by]
  const text = number === null ? label : `${number} ${label}`
  return (
    <RouteLink to={to} color="inherit" title={text}>
      {text}
    </RouteLink>
  )
}

/** '2026-01' as 'Jan 2026'. */
const monthOf = (month: string) => formatDay(`${month}-01`).replace(/^1st /, '')
