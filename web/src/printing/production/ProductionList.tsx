import { listProduction } from '@our-print/contract/printing/production.ts'
import { query } from '../../base/api/api.ts'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { dayColumns, printerColumns } from './productionColumns.tsx'

type Props = { by: 'day' | 'printer'; range: { from_date: string; to_date: string } }

/** A row for each day or for each printer. */
export function ProductionList({ by, range }: Props) {
  const list = useListState([], { name: `/production ${by}` })
  const rows = query(listProduction, { querystring: { ...list.paging, ...range, by } })
  return (
    <ResourceTable
      label={by === 'day' ? 'Production by day' : 'Production by printer'}
      list={list}
      rows={rows}
      columns={by === 'day' ? dayColumns : printerColumns}
      tools={<ExportButton rows={rows} />}
      empty={{
        hint: 'Printers appear here as soon as there is one, and what was printed by hand below them.',
      }}
    />
  )
}
