import { listUsers, type User, userOrderings } from '@our-print/contract/people/customers.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { DateField } from '../../base/form/DateField.tsx'
import { coins, count, phone, rupees, validDay } from '../../base/format/format.ts'
import {
  activeColumn,
  type Column,
  column,
  nameColumn,
  numberColumn,
  type Selection,
  sinceColumn,
} from '../../base/list/columns.tsx'
import { activeFilter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { EmailText } from '../../base/ui/EmailText.tsx'
import { fullName } from './fullName.ts'
import { TagFilter } from './TagFilter.tsx'

const NewCustomerDialog = lazyPart(async () => ({
  default: (await import('./NewCustomerDialog.tsx')).NewCustomerDialog,
}))

const ImportCustomersDialog = lazyPart(() => import('../customerImports/ImportCustomersDialog.tsx'))

const columns: readonly Column<User>[] = [
  nameColumn('name', (user) => <span title={fullName(user)}>{fullName(user)}</span>, { width: '17%' }),
  column('mobile', 'Mobile', { width: 150, card: 'subtitle' }, ({ mobile }) => phone(mobile)),
  column(
    'email',
    'Email',
    {
      card: 'subtitle',
    },
    ({ email }) => email && <EmailText email={email} />,
  ),
  activeColumn(100),
  numberColumn('orders', 'Orders', 80, ({ orders_count }) => count(orders_count)),
  {
    ...numberColumn<User>('spent', 'Spent', 120, (user) => (user.spent === null ? '—' : rupees(user.spent))),
    optional: true,
  },
  {
    ...numberColumn<User>('spent_this_year', 'This year', 120, (user) =>
      user.spent_this_year === null ? '—' : rupees(user.spent_this_year),
    ),
    optional: true,
  },
  column('tags', 'Tags', { width: 160, optional: true }, ({ tags }) => tags.join(', ')),
  numberColumn('coins', 'Coins', 92, (user) => coins(user.coins), 'coins'),
  sinceColumn('since', { width: 136, wide: true }),
]

const TagSelection = lazyPart(() => import('./TagSelection.tsx'))

const bulk = (selection: Selection<User>) => <TagSelection selection={selection} />

const status = activeFilter('Status', 'All customers')

export function UsersPage() {
  const list = useListState(['is_active', 'tag', 'from_date', 'to_date'], { sortedBy: userOrderings })
  const { from_date, to_date } = list.filters
  const from = validDay(from_date)
  const days = { from_date: from, to_date: validDay(to_date, from) }
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  const { tag } = list.filters
  const open = ({ id }: User) => navigate(`/user/${id}`)
  return (
    <ListPage
      title="Users"
      list={list}
      rows={query(listUsers, {
        querystring: { ...list.paging, ...filterBy(list, status), ...(tag && { tag }), ...days },
      })}
      columns={columns}
      bulk={bulk}
      rowName={fullName}
      rowLink={({ id }) => `/user/${id}`}
      search="Name, email, mobile"
      actions={[{ label: 'Import', onClick: () => setImporting(true) }]}
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
          <TagFilter tag={tag ?? ''} onChange={(chosen) => list.setFilter('tag', chosen || null)} />
        </>
      }
      hint="Customers show here once they are added, here or with their first order."
      create={{
        label: 'New user',
        renderDialog: (close) => (
          <NewCustomerDialog
            typed={list.query}
            takeLabel="Open this customer"
            takesInactive
            onClose={close}
            onTaken={(user) => {
              // Gone before the way is asked for: nothing that was typed is missed, as the customer is there.
              flushSync(close)
              open(user)
            }}
            onDone={(user) => {
              toast.success(`${fullName(user)} added`)
              open(user)
            }}
          />
        ),
      }}
    >
      {importing && <ImportCustomersDialog onClose={() => setImporting(false)} />}
    </ListPage>
  )
}
