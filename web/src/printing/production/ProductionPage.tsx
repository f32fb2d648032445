import { listMargins, type MarginGroup, marginOrderings } from '@our-print/contract/printing/margins.ts'
import { listReadings, type PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import {
  type CounterGap,
  getProductionSummary,
  listProduction,
  longestRange,
} from '@our-print/contract/printing/production.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { FilterBar } from '../../base/list/FilterBar.tsx'
import { type Filter, filterBy, ListFilter } from '../../base/list/ListPage.tsx'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { usePeriod } from '../../base/list/period.ts'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { useSearchParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Tabs } from '../../base/ui/Tabs.tsx'
import type { UnexplainedGap } from './ExplainDialog.tsx'
import { GapLine } from './GapLine.tsx'
import { ProductionFigures } from './ProductionFigures.tsx'
import styles from './ProductionPage.module.css'
import { dayColumns, marginColumns, printerColumns, readingColumns } from './productionColumns.tsx'

const ProductionDialogs = lazyPart(() => import('./ProductionDialogs.tsx'))

const allTabs = [
  { value: 'day', label: 'Days' },
  { value: 'printer', label: 'Printers' },
  { value: 'readings', label: 'Counters' },
  { value: 'margins', label: 'Margins' },
] as const

/** What was ordered, printed and delivered, by day and by printer; what it cost and earned. */
export function ProductionPage() {
  const [search] = useSearchParams()
  const period = usePeriod()
  const { range } = period
  const [open, setOpen] = useState<'costs' | 'reading'>()
  const summary = useRead(getProductionSummary, { querystring: range }, { placeholderData: keepPreviousData })
  const isFailed = summary.isError && !summary.data
  const gaps = summary.data?.tasks.gaps
  const [seesCustomers, prints, configures] = [useCan('customers'), useCan('floor'), useCan('configuration')]
  const tabs = allTabs.filter(
    ({ value }) => (value !== 'margins' || seesCustomers) && (value !== 'readings' || prints),
  )
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'day'
  return (
    <Page
      title="Production"
      actions={
        <>
          <Button to={`/promises?${new URLSearchParams(periodIn(search))}`}>Promises</Button>
          {configures && <Button onClick={() => setOpen('costs')}>Costs</Button>}
          {prints && <Button onClick={() => setOpen('reading')}>Enter a reading</Button>}
          <PeriodChooser period={period} longest={longestRange} />
        </>
      }
    >
      <Stack className={styles.figures} older={summary.isPlaceholderData}>
        {isFailed ? (
          <PartFailure reply={summary} what="The figures" />
        ) : (
          <ProductionFigures data={summary.data} />
        )}
      </Stack>
      <Tabs
        label="Production by"
        value={tab}
        tabs={tabs.map(({ value, label }) => ({ value, label, to: addressOf(value, search) }))}
      />
      {tab !== 'margins' && !isFailed && (
        <GapLine gaps={gaps} of={tab === 'readings' ? 'readings' : 'counters'} />
      )}
      {(tab === 'day' || tab === 'printer') && (
        <ProductionList key={tab} by={tab} range={range} gaps={gaps} />
      )}
      {tab === 'readings' && <ReadingList range={range} gaps={gaps} />}
      {tab === 'margins' && <MarginList range={range} />}
      {open && <ProductionDialogs open={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

/** The address of a tab: the period stays, what belongs to the list of the other tab does not. */
const addressOf = (tab: string, search: URLSearchParams) =>
  `/production?${new URLSearchParams([...(tab === 'day' ? [] : [['tab', tab]]), ...periodIn(search)])}`

const periodIn = (search: URLSearchParams) =>
  ['period', 'from_date', 'to_date'].flatMap((name): [string, string][] => {
    const value = search.get(name)
    return value === null ? [] : [[name, value]]
  })

type Gaps = readonly CounterGap[] | undefined
type Props = { by: 'day' | 'printer'; range: { from_date: string; to_date: string }; gaps: Gaps }

/** A row for each day or for each printer. */
function ProductionList({ by, range, gaps }: Props) {
  const list = useListState([], { name: `/production ${by}` })
  const rows = query(listProduction, { querystring: { ...list.paging, ...range, by } })
  return (
    <ResourceTable
      label={by === 'day' ? 'Production by day' : 'Production by printer'}
      list={list}
      rows={rows}
      columns={by === 'day' ? dayColumns : printerColumns(new Set(gaps?.map(({ printer }) => printer)))}
      exports
      empty={{
        hint: 'Printers appear here as soon as there is one, and what was printed by hand below them.',
      }}
    />
  )
}

const groups: Filter<'by', Exclude<MarginGroup, 'order'> | ''> = {
  name: 'by',
  label: 'Margins by',
  options: [
    { value: '', label: 'By order' },
    { value: 'customer', label: 'By customer' },
    { value: 'company', label: 'By company' },
    { value: 'month', label: 'By month' },
  ],
}

// The first one is how the server sorts them.
const byRevenue = ['revenue', 'day', 'cost', 'margin'] as const

/** What orders earned, by order, customer, company or month. */
function MarginList({ range }: { range: { from_date: string; to_date: string } }) {
  const chosen = useSearchParams()[0].get('by')
  const isOfPeople = chosen === 'customer' || chosen === 'company'
  const list = useListState(['by'], {
    sortedBy: isOfPeople ? byRevenue : marginOrderings,
    name: '/production margins',
  })
  const { by = 'order' } = filterBy(list, groups)
  const rows = query(listMargins, { querystring: { ...list.paging, ...range, by } })
  return (
    <ResourceTable
      label={`Margins by ${by}`}
      list={{ ...list, isFiltered: list.query !== '', clear: () => list.setQuery('') }}
      rows={rows}
      columns={marginColumns(by)}
      toolbar={
        <FilterBar list={list} search={by === 'order' ? 'Title, number, customer' : 'Name'}>
          <ListFilter list={list} filter={groups} />
        </FilterBar>
      }
      exports
      empty={{
        hint: 'Orders of these days appear here once a print job of them has finished: then their costs are known.',
      }}
    />
  )
}

/** What the printers' own counters said. */
function ReadingList({ range, gaps }: Omit<Props, 'by'>) {
  const list = useListState([], { name: '/production readings' })
  const [open, setOpen] = useState<UnexplainedGap | { correct: PrinterReading }>()
  const rows = query(listReadings, { querystring: { ...list.paging, ...range } })
  return (
    <>
      <ResourceTable
        label="Readings of counters"
        list={list}
        rows={rows}
        columns={readingColumns(setOpen, new Set(gaps?.map(({ reading }) => reading)))}
        rowName={({ printer_name }) => printer_name}
        exports
        empty={{
          hint: 'Printers that count are read once a day. Of the others, enter what their display says.',
        }}
      />
      {open && <ProductionDialogs open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
