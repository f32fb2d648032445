import Box from '@mui/material/Box'
import { listStock, type StockItem, stockOrderings } from '@our-print/contract/printing/stock.ts'
import { lazy } from 'react'
import { query } from '../api/api.ts'
import { count } from '../format/format.ts'
import { ActiveTag, actionsColumn, Name, nameColumn, numberColumn } from '../list/columns.tsx'
import { type Filter, filterBy, ListFilter } from '../list/ListFilter.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { StockActions } from './StockActions.tsx'
import { StockLevel } from './StockLevel.tsx'
import { aboutItem, lasts, unitCost } from './stockTexts.ts'

const StockItemDialog = lazy(() => import('./StockItemDialog.tsx'))

const kinds: Filter<'kind', 'paper' | 'toner' | ''> = {
  name: 'kind',
  label: 'Kind',
  options: [
    { value: '', label: 'Paper and toner' },
    { value: 'paper', label: 'Paper' },
    { value: 'toner', label: 'Toner' },
  ],
}

const lows: Filter<'is_low', 'true' | ''> = {
  name: 'is_low',
  label: 'Amount',
  options: [
    { value: '', label: 'Any amount' },
    { value: 'true', label: 'Low' },
  ],
}

const columns: readonly Column<StockItem>[] = [
  nameColumn('name', (item) => (
    <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
      <Name>{item.name}</Name> {!item.is_active && <ActiveTag is_active={false} />}
      <Box
        component="span"
        sx={{ display: 'block', typography: 'caption', color: 'text.secondary', fontWeight: 400 }}
      >
        {aboutItem(item)}
      </Box>
    </Box>
  )),
  numberColumn('amount', 'There is', 112, (item) => <StockLevel item={item} />, 'amount'),
  numberColumn('low_at', 'Low at', 92, ({ low_at }) => count(low_at)),
  numberColumn('lasts', 'Lasts', 124, lasts),
  {
    ...numberColumn('used', 'Used in 30 days', 132, ({ used_recently }) => count(used_recently)),
    wide: true,
  },
  numberColumn('unit_cost', 'Cost each', 96, unitCost),
  actionsColumn(196, (item) => <StockActions item={item} />),
]

/** Paper and toner: what is there, how long it lasts, what it costs. */
export function StockPage() {
  const list = useListState(['kind', 'is_low'], { sortedBy: stockOrderings })
  return (
    <ListPage
      title="Stock"
      list={list}
      rows={query(listStock, {
        querystring: { ...list.paging, ...filterBy(list, kinds), ...filterBy(list, lows) },
      })}
      columns={columns}
      rowName={({ name }) => name}
      search="Name, printer"
      toolbarColumns={{ xs: '1fr 1fr', md: 'minmax(0, 360px) 168px 144px' }}
      searchSpan
      filters={
        <>
          <ListFilter list={list} filter={kinds} />
          <ListFilter list={list} filter={lows} />
        </>
      }
      hint="Print jobs take their paper and toner from here. Create the paper you use, then enter what is there."
      create={{
        label: 'New item',
        renderDialog: (close) => <StockItemDialog item={null} onClose={close} />,
      }}
    />
  )
}
