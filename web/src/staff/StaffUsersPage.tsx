import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import LocalShipping from '@mui/icons-material/LocalShippingOutlined'
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listStaff, type StaffUser } from '@our-print/contract/staff.ts'
import { lazy, Suspense, useState } from 'react'
import { query } from '../shared/api.ts'
import { showDate } from '../shared/dates.ts'
import { count } from '../shared/format.ts'
import { Page } from '../shared/Page.tsx'
import { type Column, ResourceTable } from '../shared/ResourceTable.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { Tag } from '../shared/Tag.tsx'
import { useListState } from '../shared/useListState.ts'

const NewStaffDialog = lazy(() => import('./NewStaffDialog.tsx'))

const columns: readonly Column<StaffUser>[] = [
  {
    id: 'full_name',
    title: 'Name',
    cell: ({ full_name }) => <span style={{ fontWeight: 600 }}>{full_name}</span>,
  },
  { id: 'email', title: 'Email', card: 'subtitle', cell: ({ email }) => <span title={email}>{email}</span> },
  { id: 'mobile', title: 'Mobile', width: 132, card: 'subtitle', cell: ({ mobile }) => mobile ?? '' },
  {
    id: 'role',
    title: 'Role',
    width: 140,
    cell: ({ is_superuser }) =>
      is_superuser ? (
        <Tag label="Super Admin" Icon={AdminPanelSettings} />
      ) : (
        <Tag label="Staff User" Icon={LocalShipping} />
      ),
  },
  {
    id: 'is_active',
    title: 'Status',
    width: 100,
    card: 'corner',
    cell: ({ is_active }) =>
      is_active ? (
        <Tag label="Active" Icon={CheckCircle} tone="good" />
      ) : (
        <Tag label="Inactive" Icon={RemoveCircle} tone="off" />
      ),
  },
  {
    id: 'open_orders',
    title: 'Open orders',
    width: 100,
    align: 'right',
    cell: ({ open_orders, is_superuser }) => (is_superuser ? '–' : count(open_orders)),
  },
  {
    id: 'created_at',
    title: 'Since',
    width: 124,
    wide: true,
    cell: ({ created_at }) => showDate(created_at),
  },
]

/** Everyone who signs in: delivery staff and super admins. */
export function StaffUsersPage() {
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const add = (
    <Button variant="contained" onClick={() => setAdding(true)}>
      New staff user
    </Button>
  )
  return (
    <Page title="Staff users" actions={add}>
      <ResourceTable
        label="Staff users"
        list={list}
        rows={query(listStaff, { querystring: list.paging })}
        columns={columns}
        toolbar={
          <Box sx={{ maxWidth: { md: 360 } }}>
            <SearchBox value={list.query} onChange={list.setQuery} placeholder="Name, email, mobile" />
          </Box>
        }
        empty={{ hint: 'Add the people who deliver orders, and assign orders to them.' }}
      />
      {adding && (
        <Suspense fallback={null}>
          <NewStaffDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  )
}
