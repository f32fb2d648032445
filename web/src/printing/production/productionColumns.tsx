import type { MarginGroup, MarginRow } from '@our-print/contract/printing/margins.ts'
import type { PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import type { ProductionRow } from '@our-print/contract/printing/production.ts'
import { count, formatDateTime, formatDay, formatRecentDate, formatTime } from '../../base/format/format.ts'
import { ErrorOutlined } from '../../base/icons/frame.tsx'
import { actionsColumn, type Column, column, numberColumn } from '../../base/list/columns.tsx'
import { RowActions } from '../../base/list/RowMenu.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { UnexplainedGap } from './ExplainDialog.tsx'
import { money, signedCount } from './productionTexts.ts'

const orDash = (number: number | null) => (number === null ? '–' : count(number))

type GapProps = {
  gap: number | null
  /** It is above the limits, and nobody has explained it. */
  needsPerson?: boolean
  isExplained?: boolean
}

const Gap = ({ gap, needsPerson = false, isExplained = false }: GapProps) => (
  <>
    {needsPerson && (
      <>
        <ErrorOutlined size={14} tone="danger" title="Needs a person" />{' '}
      </>
    )}
    <Text {...(gap && !isExplained ? { strong: true } : { tone: 'muted' })}>
      {gap === null ? '–' : signedCount(gap)}
    </Text>
  </>
)

/** The ids of the printers, or of the readings, whose gap needs a person. */
type Needing = ReadonlySet<string>

const counterColumns = (needing?: Needing): readonly Column<ProductionRow>[] => [
  numberColumn('counter', 'Counters', 112, ({ counter }) => orDash(counter)),
  numberColumn('by_jobs', 'By jobs then', 116, ({ by_jobs }) => orDash(by_jobs)),
  numberColumn('gap', 'Gap', 88, ({ id, gap }) => <Gap gap={gap} needsPerson={needing?.has(id) ?? false} />),
]

export const dayColumns: readonly Column<ProductionRow>[] = [
  column('day', 'Day', { card: 'title' }, ({ id }) => formatDay(id)),
  numberColumn('ordered', 'Ordered', 104, ({ ordered }) => orDash(ordered)),
  numberColumn('printed', 'Printed', 104, ({ printed }) => count(printed)),
  numberColumn('delivered', 'Delivered', 104, ({ delivered }) => orDash(delivered)),
  numberColumn('wasted', 'Waste', 88, ({ wasted }) => count(wasted)),
  numberColumn('sheets', 'Sheets', 96, ({ sheets }) => count(sheets)),
  ...counterColumns(),
]

export const printerColumns = (needing: Needing): readonly Column<ProductionRow>[] => [
  column('printer', 'Printer', { card: 'title' }, ({ label }) => label),
  numberColumn('printed', 'Printed', 112, ({ printed }) => count(printed)),
  numberColumn('wasted', 'Waste', 96, ({ wasted }) => count(wasted)),
  numberColumn('sheets', 'Sheets', 104, ({ sheets }) => count(sheets)),
  ...counterColumns(needing),
]

export const readingColumns = (
  open: (question: UnexplainedGap | { correct: PrinterReading }) => void,
  needing: Needing,
): readonly Column<PrinterReading>[] => [
  column('printer', 'Printer', { card: 'title' }, ({ printer_name }) => printer_name),
  column('at', 'Read', { width: 148 }, ({ at }) => (
    <span title={formatDateTime(at)}>
      {formatRecentDate(at)}, {formatTime(at)}
    </span>
  )),
  column('by', 'By', { width: 136, optional: true }, ({ by }) => by ?? 'The printer itself'),
  numberColumn('impressions', 'Counter', 92, ({ impressions }) => count(impressions)),
  numberColumn('since_printer', 'Since before', 104, ({ since_printer }) => orDash(since_printer)),
  numberColumn('since_jobs', 'By jobs', 80, ({ since_jobs }) => orDash(since_jobs)),
  numberColumn('gap', 'Gap', 80, ({ id, gap, explanation }) => (
    <Gap gap={gap} needsPerson={needing.has(id)} isExplained={explanation !== ''} />
  )),
  column('explanation', 'Explanation', { width: '14%' }, ({ explanation }) => (
    <span title={explanation}>{explanation || '–'}</span>
  )),
  actionsColumn(196, (reading) => (
    <RowActions>
      {reading.gap !== null && reading.gap !== 0 && (
        <Button
          size="small"
          aria-label={`Explain the gap of ${reading.printer_name}`}
          onClick={() => open({ ...reading, reading: reading.id, gap: reading.gap ?? 0 })}
        >
          Explain
        </Button>
      )}
      <Button
        size="small"
        aria-label={`Correct the reading ${count(reading.impressions)} of ${reading.printer_name}`}
        onClick={() => open({ correct: reading })}
      >
        Correct
      </Button>
    </RowActions>
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
      <Text strong tone={margin < 0 ? 'danger' : undefined}>
        {money(margin)}
      </Text>
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
    <Link to={to} tone="inherit" title={text}>
      {text}
    </Link>
  )
}

/** '2026-01' as 'Jan 2026'. */
const monthOf = (month: string) => formatDay(`${month}-01`).replace(/^1st /, '')
