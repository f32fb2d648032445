import Box from '@mui/material/Box'
import { listMargins, type MarginGroup, marginOrderings } from '@our-print/contract/printing/margins.ts'
import { useSearchParams } from 'react-router'
import { query } from '../../base/api/api.ts'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { type Filter, filterBy, ListFilter } from '../../base/list/ListFilter.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { SearchBox } from '../../base/list/SearchBox.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { marginColumns } from './productionColumns.tsx'

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
export function MarginList({ range }: { range: { from_date: string; to_date: string } }) {
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
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { md: 'minmax(0, 360px) 168px' } }}>
          <SearchBox list={list} placeholder={by === 'order' ? 'Title, number, customer' : 'Name'} />
          <ListFilter list={list} filter={groups} />
        </Box>
      }
      tools={<ExportButton rows={rows} />}
      empty={{
        hint: 'Orders of these days appear here once a print job of them has finished: then their costs are known.',
      }}
    />
  )
}
