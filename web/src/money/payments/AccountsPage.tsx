import { type Account, listAccounts } from '@our-print/contract/money/accounts.ts'
import { query } from '../../base/api/api.ts'
import { rupees } from '../../base/format/format.ts'
import { type Column, column, Name, nameColumn, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Text } from '../../base/ui/Text.tsx'

const kinds: Filter<'kind', Account['kind'] | ''> = {
  name: 'kind',
  label: 'Whose',
  options: [
    { value: '', label: 'Customers and companies' },
    { value: 'user', label: 'Customers' },
    { value: 'client', label: 'Companies' },
  ],
}

const ages: Filter<'owing_days', '0' | '7' | '30' | '60' | ''> = {
  name: 'owing_days',
  label: 'Owed',
  options: [
    { value: '', label: 'All accounts' },
    { value: '0', label: 'Who owes' },
    { value: '7', label: 'To remind: over 7 days' },
    { value: '30', label: 'Over 30 days' },
    { value: '60', label: 'Over 60 days' },
  ],
}

const amount = (value: number) => (value === 0 ? <Text tone="muted">–</Text> : rupees(value))

const columns: readonly Column<Account>[] = [
  {
    ...nameColumn<Account>('name', ({ name }) => (
      <Text flow="twoLines">
        <Name>{name}</Name>
      </Text>
    )),
    card: 'title',
  },
  column('kind', 'Whose', { width: 104, card: 'subtitle' }, ({ kind }) =>
    kind === 'client' ? 'Company' : 'Customer',
  ),
  { ...numberColumn<Account>('owed', 'Owed', 118, ({ owed }) => amount(owed), 'owed'), card: 'corner' },
  numberColumn('week', '0–7 days', 104, ({ ageing }) => amount(ageing.week)),
  numberColumn('month', '8–30', 104, ({ ageing }) => amount(ageing.month)),
  numberColumn('two_months', '31–60', 104, ({ ageing }) => amount(ageing.two_months)),
  numberColumn('older', 'Older', 104, ({ ageing }) =>
    ageing.older > 0 ? <Text tone="danger">{rupees(ageing.older)}</Text> : amount(0),
  ),
  numberColumn('balance', 'Paid ahead', 118, ({ balance }) => amount(balance), 'balance'),
  {
    ...numberColumn<Account>('limit', 'May owe', 112, ({ effective_limit }) => rupees(effective_limit)),
    optional: true,
  },
]

/** Who owes what since when, and who has paid ahead. */
export function AccountsPage() {
  const list = useListState(['kind', 'owing_days'])
  const { owing_days: days } = filterBy(list, ages)
  return (
    <ListPage
      title="Accounts"
      list={list}
      rows={query(listAccounts, {
        querystring: {
          ...list.paging,
          ...filterBy(list, kinds),
          ...(days === '0' ? { owing: 'true' } : days ? { owing_days: days } : {}),
        },
      })}
      columns={columns}
      rowLink={({ id }) => `/account/${id}`}
      rowName={({ name }) => name}
      search="Name"
      filters={
        <>
          <ListFilter list={list} filter={ages} />
          <ListFilter list={list} filter={kinds} />
        </>
      }
      hint="An account is here once something is owed of a delivered order, paid ahead, or a limit is set."
    />
  )
}
