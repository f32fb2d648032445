import { orderStatuses, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { useCan } from '../base/api/useCan.ts'
import { DateField } from '../base/form/DateField.tsx'
import { validDay } from '../base/format/format.ts'
import { FilterBar } from '../base/list/FilterBar.tsx'
import { SelectField } from '../base/ui/Input.tsx'
import { useMinWidth } from '../base/ui/useWidth.ts'
import {
  deliveryPeriods,
  isByDelivery,
  isByStatus,
  isOfShop,
  type OrderList,
  type OrderViewName,
  validDelivery,
  validStatuses,
} from './orderLists.ts'

const anyStatus = { value: '', label: 'All statuses' }
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

/**
 * Search, and the range of days in which orders were created. On a phone the fields of a super admin are behind the button of
 * filters, so that the first card is in sight.
 */
export function OrderFilters({ list, view }: { list: OrderList; view: OrderViewName }) {
  const { delivered } = list.filters
  const status = validStatuses(list.filters.status).join(',')
  const byDelivery = isByDelivery(view)
  const findsAll = useCan('customers') || !isOfShop(view)
  const search = findsAll ? 'Number, title, customer, address, file' : 'Number or title'
  if (useFoldsDays(view)) return <FilterBar list={list} search={search} />
  return (
    <FilterBar list={list} search={search}>
      <Days list={list} />
      {isByStatus(view) && (
        <SelectField
          label="Status"
          hideLabel
          options={optionsFor(status)}
          value={status}
          onChange={(status) => list.setFilter('status', status || null)}
        />
      )}
      {byDelivery && (
        <SelectField
          label="Delivered"
          hideLabel
          options={deliveries}
          value={validDelivery(delivered)?.value ?? ''}
          onChange={(period) => list.setFilter('delivered', period || null)}
        />
      )}
    </FilterBar>
  )
}

const Days = ({ list, hideLabel = true }: { list: OrderList; hideLabel?: boolean }) => (
  <>
    <DateField
      label="From"
      hideLabel={hideLabel}
      placeholder="From"
      value={list.filters.from_date ?? null}
      onChange={(day) => list.setFilter('from_date', day)}
    />
    <DateField
      label="To"
      hideLabel={hideLabel}
      placeholder="To"
      min={validDay(list.filters.from_date)}
      value={list.filters.to_date ?? null}
      onChange={(day) => list.setFilter('to_date', day)}
    />
  </>
)

/** Whether the days and the status of this list are among the filters behind the button: on a phone. */
export const useFoldsDays = (view: OrderViewName) => !useMinWidth('desk') && isOfShop(view)

/** The range of days as two of these filters. */
export const FoldedDays = ({ list }: { list: OrderList }) => <Days list={list} hideLabel={false} />
