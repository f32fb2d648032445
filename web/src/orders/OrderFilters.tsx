import Box from '@mui/material/Box'
import { orderStatuses, orderStatusLabels } from '@our-print/contract/rules/orderMoves.ts'
import { DateField } from '../form/DateField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { validDay } from '../format/dates.ts'
import { SearchBox } from '../list/SearchBox.tsx'
import type { OrderList } from './orderLists.ts'
import { validStatuses } from './orderOptions.ts'

const anyStatus = { value: '', label: 'All states' }
const options: readonly { value: string; label: string }[] = [
  anyStatus,
  ...orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
]

/** Several statuses are chosen behind the button of filters. */
function optionsFor(value: string) {
  const number = value.split(',').length
  return number > 1 ? [...options, { value, label: `${number} states` }] : options
}

/** Search, and the range of days in which orders were created. */
export function OrderFilters({ list, byStatus }: { list: OrderList; byStatus: boolean }) {
  const { from_date, to_date } = list.filters
  const status = validStatuses(list.filters.status).join(',')
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: '1fr 1fr',
          md: `minmax(0, 360px) 156px 156px ${byStatus ? '168px' : ''}`,
        },
      }}
    >
      <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
        <SearchBox
          value={list.query}
          onChange={list.setQuery}
          placeholder="Number, title, customer, mobile"
        />
      </Box>
      <DateField
        label="From"
        hideLabel
        placeholder="From"
        value={from_date ?? null}
        onChange={(day) => list.setFilter('from_date', day)}
      />
      <DateField
        label="To"
        hideLabel
        placeholder="To"
        min={validDay(from_date)}
        value={to_date ?? null}
        onChange={(day) => list.setFilter('to_date', day)}
      />
      {byStatus && (
        <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
          <SelectField
            label="Status"
            hideLabel
            options={optionsFor(status)}
            value={status}
            onChange={(status) => list.setFilter('status', status || null)}
          />
        </Box>
      )}
    </Box>
  )
}
