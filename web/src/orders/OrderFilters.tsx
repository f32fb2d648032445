import Box from '@mui/material/Box'
import { orderStatuses, orderStatusLabels } from '@our-print/contract/rules/orderMoves.ts'
import { DateField } from '../form/DateField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { validDay } from '../format/dates.ts'
import { SearchBox } from '../list/SearchBox.tsx'
import {
  deliveryPeriods,
  isByDelivery,
  isByStatus,
  type OrderList,
  type OrderViewName,
  validDelivery,
} from './orderLists.ts'
import { validStatuses } from './orderOptions.ts'

const anyStatus = { value: '', label: 'All states' }
const deliveries = [{ value: '', label: 'Delivered any time' }, ...deliveryPeriods]
const anyStatuses: readonly { value: string; label: string }[] = [
  anyStatus,
  ...orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
]

/** Several statuses are chosen behind the button of filters. */
function optionsFor(value: string) {
  const number = value.split(',').length
  return number > 1 ? [...anyStatuses, { value, label: `${number} states` }] : anyStatuses
}

/** Search, and the range of days in which orders were created. */
export function OrderFilters({ list, view }: { list: OrderList; view: OrderViewName }) {
  const { from_date, to_date, delivered } = list.filters
  const status = validStatuses(list.filters.status).join(',')
  const [byStatus, byDelivery] = [isByStatus(view), isByDelivery(view)]
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: '1fr 1fr',
          md: `minmax(0, 360px) 156px 156px ${byStatus || byDelivery ? '176px' : ''}`,
        },
      }}
    >
      <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
        <SearchBox list={list} placeholder="Number, title, customer, mobile" />
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
      {byDelivery && (
        <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
          <SelectField
            label="Delivered"
            hideLabel
            options={deliveries}
            value={validDelivery(delivered)?.value ?? ''}
            onChange={(period) => list.setFilter('delivered', period || null)}
          />
        </Box>
      )}
    </Box>
  )
}
