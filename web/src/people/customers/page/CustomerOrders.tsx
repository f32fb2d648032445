import Box from '@mui/material/Box'
import { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import { orderStatuses, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { listOrders } from '@our-print/contract/orders/orders.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { Link } from 'react-router'
import { query } from '../../../base/api/api.ts'
import { ExportButton } from '../../../base/list/ListTools.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { SecondaryButton } from '../../../base/page/Page.tsx'
import { SelectField } from '../../../base/ui/Input.tsx'
import { orderColumns as show } from '../../../orders/orderColumns.tsx'

const columns = [show.number, show.title, show.pages, show.payable, show.status, show.created]

const states = [
  { value: '', label: 'All states' },
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
      label="Orders of this user"
      list={list}
      rows={rows}
      columns={columns}
      rowLink={({ id }) => `/order/${id}`}
      toolbar={
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
          <Box sx={{ width: 168 }}>
            <SelectField
              label="Status"
              hideLabel
              options={states}
              value={status ?? ''}
              onChange={(chosen) => list.setFilter('status', chosen || null)}
            />
          </Box>
          <ExportButton rows={rows} />
        </Box>
      }
      empty={{
        hint: 'No orders yet.',
        action: user.is_active && (
          <SecondaryButton component={Link} to={`/new_order?user=${user.id}`}>
            New order
          </SecondaryButton>
        ),
      }}
    />
  )
}
