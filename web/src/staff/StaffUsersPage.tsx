import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listStaff, type StaffUser } from '@our-print/contract/staff.ts'
import { lazy, Suspense, useState } from 'react'
import { query } from '../api/api.ts'
import { Tag } from '../feedback/Tag.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { showDate } from '../format/dates.ts'
import { count } from '../format/format.ts'
import { phone } from '../format/phone.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import type { Column } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { Page } from '../page/Page.tsx'
import { StaffActions } from './StaffActions.tsx'

const NewStaffDialog = lazy(() => import('./NewStaffDialog.tsx'))

const columns: readonly Column<StaffUser>[] = [
  {
    id: 'full_name',
    title: 'Name',
    cell: ({ full_name }) => (
      <span title={full_name} style={{ fontWeight: 600 }}>
        {full_name}
      </span>
    ),
  },
  { id: 'email', title: 'Email', card: 'subtitle', cell: ({ email }) => <span title={email}>{email}</span> },
  { id: 'mobile', title: 'Mobile', width: 150, card: 'subtitle', cell: ({ mobile }) => phone(mobile ?? '') },
  {
    id: 'role',
    title: 'Role',
    width: 104,
    cell: ({ is_superuser }) => (is_superuser ? 'Super Admin' : 'Staff User'),
  },
  {
    id: 'is_active',
    title: 'Status',
    width: 96,
    card: 'corner',
    // Nearly all are active: only the exception is marked.
    cell: ({ is_active }) => !is_active && <Tag label="Inactive" Icon={RemoveCircle} tone="off" />,
  },
  {
    id: 'open_orders',
    title: 'Open orders',
    width: 100,
    align: 'right',
    cell: ({ open_orders, is_superuser }) => (is_superuser ? '–' : count(open_orders)),
  },
  {
    id: 'delivered',
    title: 'Delivered',
    width: 88,
    align: 'right',
    cell: ({ delivered, is_superuser }) => (is_superuser && delivered === 0 ? '–' : count(delivered)),
  },
  {
    id: 'created_at',
    title: 'Since',
    only: 'card',
    cell: ({ created_at }) => showDate(created_at),
  },
  {
    id: 'actions',
    title: 'Actions',
    width: 108,
    align: 'right',
    card: 'footer',
    cell: (person) => <StaffActions person={person} />,
  },
]

const states = [
  { value: '', label: 'All staff' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

/** Everyone who signs in: delivery staff and super admins. */
export function StaffUsersPage() {
  const list = useListState(['is_active'])
  const active = (['true', 'false'] as const).find((flag) => flag === list.filters.is_active)
  const rows = query(listStaff, { querystring: { ...list.paging, ...(active && { is_active: active }) } })
  const [adding, setAdding] = useState(false)
  const add = (
    <>
      <ExportButton rows={rows} />
      <Button variant="contained" onClick={() => setAdding(true)}>
        New staff user
      </Button>
    </>
  )
  return (
    <Page title="Staff users" actions={add}>
      <ResourceTable
        label="Staff users"
        list={list}
        rows={rows}
        columns={columns}
        toolbar={
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 132px', md: '360px 168px' } }}>
            <SearchBox value={list.query} onChange={list.setQuery} placeholder="Name, email, mobile" />
            <SelectField
              label="Status"
              hideLabel
              options={states}
              value={active ?? ''}
              onChange={(flag) => list.setFilter('is_active', flag || null)}
            />
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
