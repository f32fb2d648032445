import { listUsers, type User, userOrderings } from '@our-print/contract/people/customers.ts'
import { useNavigate } from 'react-router'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { DateField } from '../../base/form/DateField.tsx'
import { coins, count, phone, validDay } from '../../base/format/format.ts'
import {
  activeColumn,
  type Column,
  column,
  nameColumn,
  numberColumn,
  sinceColumn,
} from '../../base/list/columns.tsx'
import { activeFilter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from './fullName.ts'

const NewCustomerDialog = lazyPart(async () => ({
  default: (await import('./NewCustomerDialog.tsx')).NewCustomerDialog,
}))

const columns: readonly Column<User>[] = [
  nameColumn('name', (user) => <span title={fullName(user)}>{fullName(user)}</span>),
  column('mobile', 'Mobile', { width: 150, card: 'subtitle' }, ({ mobile }) => phone(mobile)),
  column(
    'email',
    'Email',
    {
      card: 'subtitle',
    },
    ({ email }) => email && <Text flow="wrap">{email}</Text>,
  ),
  activeColumn(100),
  numberColumn('orders', 'Orders', 84, ({ orders_count }) => count(orders_count)),
  numberColumn('coins', 'Coins', 104, (user) => coins(user.coins), 'coins'),
  sinceColumn('since', { width: 150, wide: true }),
]

const status = activeFilter('Status', 'All users')

export function UsersPage() {
  const list = useListState(['is_active', 'from_date', 'to_date'], { sortedBy: userOrderings })
  const { from_date, to_date } = list.filters
  const from = validDay(from_date)
  const days = { from_date: from, to_date: validDay(to_date, from) }
  const navigate = useNavigate()
  const open = ({ id }: User) => void navigate(`/user/${id}`)
  return (
    <ListPage
      title="Users"
      list={list}
      rows={query(listUsers, { querystring: { ...list.paging, ...filterBy(list, status), ...days } })}
      columns={columns}
      rowLink={({ id }) => `/user/${id}`}
      search="Name, email, mobile"
      filters={
        <>
          <DateField
            label="Since"
            hideLabel
            placeholder="Since"
            value={from_date ?? null}
            onChange={(day) => list.setFilter('from_date', day)}
          />
          <DateField
            label="Until"
            hideLabel
            placeholder="Until"
            min={from}
            value={to_date ?? null}
            onChange={(day) => list.setFilter('to_date', day)}
          />
          <ListFilter list={list} filter={status} />
        </>
      }
      hint="Customers show here once they are added, here or with their first order."
      create={{
        label: 'New user',
        renderDialog: (close) => (
          <NewCustomerDialog
            typed={list.query}
            takeLabel="Open this user"
            takesInactive
            onClose={close}
            onTaken={open}
            onDone={(user) => {
              toast.success(`${fullName(user)} added`)
              open(user)
            }}
          />
        ),
      }}
    />
  )
}
