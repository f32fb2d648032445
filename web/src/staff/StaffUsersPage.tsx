import { listStaff, type StaffUser, staffOrderings } from '@our-print/contract/staff.ts'
import { lazy } from 'react'
import { query } from '../api/api.ts'
import { count } from '../format/format.ts'
import { phone } from '../format/phone.ts'
import { actionsColumn, activeColumn, Name, nameColumn, numberColumn, sinceColumn } from '../list/columns.tsx'
import { activeFilter } from '../list/ListFilter.tsx'
import { FilteredListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/tableModel.ts'
import { StaffActions } from './StaffActions.tsx'

const NewStaffDialog = lazy(() => import('./NewStaffDialog.tsx'))

const columns: readonly Column<StaffUser>[] = [
  nameColumn('full_name', ({ full_name }) => <Name>{full_name}</Name>),
  {
    id: 'email',
    title: 'Email',
    card: 'subtitle',
    sort: { by: 'email', as: 'text' },
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  { id: 'mobile', title: 'Mobile', width: 150, card: 'subtitle', cell: ({ mobile }) => phone(mobile ?? '') },
  {
    id: 'role',
    title: 'Role',
    width: 104,
    cell: ({ is_superuser }) => (is_superuser ? 'Super Admin' : 'Staff User'),
  },
  activeColumn(96),
  numberColumn('open_orders', 'Open orders', 100, ({ open_orders, is_superuser }) =>
    is_superuser ? '–' : count(open_orders),
  ),
  numberColumn('delivered', 'Delivered', 88, ({ delivered, is_superuser }) =>
    is_superuser && delivered === 0 ? '–' : count(delivered),
  ),
  sinceColumn('created_at', { only: 'card' }),
  actionsColumn(108, (person) => <StaffActions person={person} />),
]

const status = activeFilter('Status', 'All staff')

/** All staff users and super admins. */
export const StaffUsersPage = () => (
  <FilteredListPage
    title="Staff users"
    from={{ sortedBy: staffOrderings, rows: (querystring) => query(listStaff, { querystring }) }}
    columns={columns}
    search="Name, email, mobile"
    toolbarColumns={{ xs: '1fr 132px', md: '360px 168px' }}
    filter={status}
    hint="Add the people who deliver orders, and assign orders to them."
    create={{
      label: 'New staff user',
      headOnly: true,
      renderDialog: (close) => <NewStaffDialog onClose={close} />,
    }}
  />
)
