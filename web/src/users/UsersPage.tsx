import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listUsers, type User } from '@our-print/contract/users.ts'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../api/api.ts'
import { Tag } from '../feedback/Tag.tsx'
import { toast } from '../feedback/toast.tsx'
import { DateField } from '../form/DateField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { showDate, usableDay } from '../format/dates.ts'
import { coins, count } from '../format/format.ts'
import { phone } from '../format/phone.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import type { Column } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { Page } from '../page/Page.tsx'
import { fullName } from './fullName.ts'

const NewCustomerDialog = lazy(() =>
  import('./NewCustomerDialog.tsx').then((module) => ({ default: module.NewCustomerDialog })),
)

const columns: readonly Column<User>[] = [
  { id: 'name', title: 'Name', cell: (user) => <span title={fullName(user)}>{fullName(user)}</span> },
  { id: 'mobile', title: 'Mobile', width: 150, card: 'subtitle', cell: ({ mobile }) => phone(mobile) },
  {
    id: 'email',
    title: 'Email',
    card: 'subtitle',
    cell: ({ email }) => email && <span title={email}>{email}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    width: 100,
    card: 'corner',
    // Nearly all are active: only the exception is marked.
    cell: ({ is_active }) => !is_active && <Tag label="Inactive" Icon={RemoveCircle} tone="off" />,
  },
  {
    id: 'orders',
    title: 'Orders',
    width: 84,
    align: 'right',
    cell: ({ orders_count }) => count(orders_count),
  },
  { id: 'coins', title: 'Coins', width: 104, align: 'right', cell: (user) => coins(user.coins) },
  {
    id: 'since',
    title: 'Since',
    width: 150,
    wide: true,
    cell: ({ created_at }) => showDate(created_at),
  },
]

const states = [
  { value: '', label: 'All users' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

/** The customers of the shop. */
export function UsersPage() {
  const list = useListState(['is_active', 'from_date', 'to_date'])
  const active = (['true', 'false'] as const).find((flag) => flag === list.filters.is_active)
  const { from_date, to_date } = list.filters
  const from = usableDay(from_date)
  const rows = query(listUsers, {
    querystring: {
      ...list.paging,
      ...(active && { is_active: active }),
      from_date: from,
      to_date: usableDay(to_date, from),
    },
  })
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const open = ({ id }: User) => void navigate(`/user/${id}`)
  const actions = (
    <>
      <ExportButton rows={rows} />
      <Button variant="contained" onClick={() => setAdding(true)}>
        New user
      </Button>
    </>
  )
  return (
    <Page title="Users" actions={actions}>
      <ResourceTable
        label="Users"
        list={list}
        rows={rows}
        columns={columns}
        rowLink={({ id }) => `/user/${id}`}
        toolbar={
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(0, 360px) 156px 156px 168px' },
            }}
          >
            <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
              <SearchBox value={list.query} onChange={list.setQuery} placeholder="Name, email, mobile" />
            </Box>
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
            <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
              <SelectField
                label="Status"
                hideLabel
                options={states}
                value={active ?? ''}
                onChange={(flag) => list.setFilter('is_active', flag || null)}
              />
            </Box>
          </Box>
        }
        empty={{
          hint: 'Customers show here once they are added, here or with their first order.',
          action: (
            <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
              New user
            </Button>
          ),
        }}
      />
      {adding && (
        <Suspense fallback={null}>
          <NewCustomerDialog
            typed={list.query}
            takeLabel="Open this user"
            takesInactive
            onClose={() => setAdding(false)}
            onTaken={open}
            onDone={(user) => {
              toast.success(`${fullName(user)} added`)
              open(user)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}
