import { listReadings, type PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ExportButton } from '../../base/list/ListTools.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import type { UnexplainedGap } from './ExplainDialog.tsx'
import { readingColumns } from './productionColumns.tsx'

const ProductionDialogs = lazyPart(() => import('./ProductionDialogs.tsx'))

/** What the printers' own counters said. */
export function ReadingList({ range }: { range: { from_date: string; to_date: string } }) {
  const list = useListState([], { name: '/production readings' })
  const [open, setOpen] = useState<UnexplainedGap | { correct: PrinterReading }>()
  const rows = query(listReadings, { querystring: { ...list.paging, ...range } })
  return (
    <>
      <ResourceTable
        label="Readings of counters"
        list={list}
        rows={rows}
        columns={readingColumns(setOpen)}
        rowName={({ printer_name }) => printer_name}
        tools={<ExportButton rows={rows} />}
        empty={{
          hint: 'Printers that count are read once a day. Of the others, enter what their display says.',
        }}
      />
      {open && <ProductionDialogs open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
