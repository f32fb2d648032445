import { type CustomerFile, listCustomerFiles } from '@our-print/contract/orders/customerFiles.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { query } from '../../../base/api/api.ts'
import { formatDate, plural } from '../../../base/format/format.ts'
import { actionsColumn, type Column, column } from '../../../base/list/columns.tsx'
import { FilterBar } from '../../../base/list/FilterBar.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { Button } from '../../../base/ui/Button.tsx'
import { Link } from '../../../base/ui/Link.tsx'
import { Text } from '../../../base/ui/Text.tsx'

const columnsFor = (user: User): readonly Column<CustomerFile>[] => [
  column('name', 'File', { card: 'title' }, ({ name }) => <Text flow="wrap">{name}</Text>),
  column('pages', 'Pages', { width: 96 }, ({ page_count }) => plural(page_count, 'page')),
  column('order', 'Order', { width: 104 }, ({ order, order_number }) => (
    <Link to={`/order/${order}`} underlined>
      {order_number}
    </Link>
  )),
  column('at', 'Taken in', { width: 128 }, ({ created_at }) => formatDate(created_at)),
  actionsColumn(136, ({ id, order, name, removed_at }) =>
    removed_at ? (
      <Text size="small" tone="muted">
        Removed {formatDate(removed_at)}
      </Text>
    ) : (
      user.is_active && (
        <Button
          size="small"
          aria-label={`Order ${name} again`}
          to={`/new_order?user=${user.id}&order=${order}&file=${id}`}
        >
          Order again
        </Button>
      )
    ),
  ),
]

/** The files of a customer's orders, each to be ordered again. */
export function CustomerFiles({ user }: { user: User }) {
  const list = useListState([], { sortedBy: ['created_at'], name: 'files of a customer' })
  return (
    <ResourceTable
      label="Files of this customer"
      list={list}
      rows={query(listCustomerFiles, { params: { id: user.id }, querystring: list.paging })}
      columns={columnsFor(user)}
      toolbar={<FilterBar list={list} search="File name" />}
      empty={{ hint: 'Files show here with their first order.' }}
    />
  )
}
