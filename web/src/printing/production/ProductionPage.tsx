import Box from '@mui/material/Box'
import { getProductionSummary, longestRange } from '@our-print/contract/printing/production.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { usePeriod } from '../../base/list/period.ts'
import { ViewTabs } from '../../base/list/ViewTabs.tsx'
import { Page } from '../../base/page/Page.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { MarginList } from './MarginList.tsx'
import { ProductionFigures } from './ProductionFigures.tsx'
import { ProductionList } from './ProductionList.tsx'
import { ReadingList } from './ReadingList.tsx'

const ProductionDialogs = lazyPart(() => import('./ProductionDialogs.tsx'))

const tabs = [
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
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'day'
  return (
    <Page
      title="Production"
      actions={
        <>
          <SecondaryButton onClick={() => setOpen('costs')}>Costs</SecondaryButton>
          <SecondaryButton onClick={() => setOpen('reading')}>Enter a reading</SecondaryButton>
          <PeriodChooser period={period} longest={longestRange} />
        </>
      }
    >
      <Figures range={range} />
      <ViewTabs
        label="Production by"
        value={tab}
        tabs={tabs.map(({ value, label }) => ({ value, label, to: addressOf(value, search) }))}
      />
      {(tab === 'day' || tab === 'printer') && <ProductionList key={tab} by={tab} range={range} />}
      {tab === 'readings' && <ReadingList range={range} />}
      {tab === 'margins' && <MarginList range={range} />}
      {open && <ProductionDialogs open={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

/** The address of a tab: the period stays, what belongs to the list of the other tab does not. */
function addressOf(tab: string, search: URLSearchParams): string {
  const kept = ['period', 'from_date', 'to_date'].flatMap((name): [string, string][] => {
    const value = search.get(name)
    return value === null ? [] : [[name, value]]
  })
  return `/production?${new URLSearchParams([...(tab === 'day' ? [] : [['tab', tab]]), ...kept])}`
}

function Figures({ range }: { range: { from_date: string; to_date: string } }) {
  const { data, error } = useQuery({
    ...query(getProductionSummary, { querystring: range }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return null
  return (
    <Box sx={{ mb: 2 }}>
      <ProductionFigures data={data} />
    </Box>
  )
}
