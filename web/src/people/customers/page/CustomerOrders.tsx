import { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import { orderStatuses, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { listOrders } from '@our-print/contract/orders/orders.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { query } from '../../../base/api/api.ts'
import { FilterBar } from '../../../base/list/FilterBar.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { Button } from '../../../base/ui/Button.tsx'
import { SelectField } from '../../../base/ui/Input.tsx'
import { orderColumns as show } from '../../../orders/orderColumns.tsx'

const columns = [show.number, show.title, show.pages, show.payable, show.status, show.created]

const states = [
  { value: '', label: 'All statuses' },
  ...orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
]

/** A customer's orders, paid by money or by a plan. */
export function CustomerOrders({ user }: { user: User }) {
  const list = useListState(['status'], { sortedBy: orderOrderings, name: 'orders of a customer' })
  const status = orderStatuses.find((known) => known === list.filters.status)
  const rows = query(listOrders, {
    querystring: { ...list.paging, user: user.id, ...(status && { status }) },
  })
  return (
    <ResourceTable
      label="Orders of this customer"
      list={list}
      rows={rows}
      exports
      columns={columns}
      rowLink={({ id }) => `/order/${id}`}
      toolbar={
        <FilterBar list={list}>
          <SelectField
            label="Status"
            hideLabel
            options={states}
            value={status ?? ''}
            onChange={(chosen) => list.setFilter('status', chosen || null)}
          />
        </FilterBar>
      }
      empty={{
        hint: 'No orders yet.',
        action: user.is_active && <Button to={`/new_order?user=${user.id}`}>New order</Button>,
      }}
    />
  )
}
