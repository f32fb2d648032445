import Box from '@mui/material/Box'
import { listStaff, type StaffUser, staffOrderings } from '@our-print/contract/people/staff.ts'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count } from '../../base/format/format.ts'
import { phone } from '../../base/format/phone.ts'
import {
  actionsColumn,
  activeColumn,
  CountLink,
  nameColumn,
  numberColumn,
  sinceColumn,
} from '../../base/list/columns.tsx'
import { activeFilter } from '../../base/list/ListFilter.tsx'
import { FilteredListPage } from '../../base/list/ListPage.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { wrapped } from '../../base/page/wrapped.ts'
import { StaffActions } from './StaffActions.tsx'

const NewStaffDialog = lazyPart(() => import('./NewStaffDialog.tsx'))

const columns: readonly Column<StaffUser>[] = [
  nameColumn('full_name', ({ full_name }) => <WrappedText bold>{full_name}</WrappedText>, { width: '13%' }),
  {
    id: 'email',
    title: 'Email',
    card: 'subtitle',
    sort: { by: 'email', as: 'text' },
    cell: ({ email }) => <WrappedText>{email}</WrappedText>,
  },
  {
    id: 'mobile',
    title: 'Mobile',
    width: 134,
    card: 'subtitle',
    cell: ({ mobile }) => (mobile ? phone(mobile) : '–'),
  },
  {
    id: 'role',
    title: 'Role',
    width: 92,
    cell: ({ is_superuser }) => (is_superuser ? 'Super Admin' : 'Staff User'),
  },
  activeColumn(96),
  numberColumn('open_orders', 'Open orders', 100, (person) =>
    person.is_superuser ? '–' : <OrdersLink person={person} what="open" />,
  ),
  numberColumn('delivered', 'Delivered', 88, (person) =>
    person.is_superuser && person.delivered === 0 ? '–' : <OrdersLink person={person} what="delivered" />,
  ),
  sinceColumn('created_at', { only: 'card' }),
  actionsColumn(116, (person) => <StaffActions person={person} />),
]

const WrappedText = ({ bold, children }: { bold?: true; children: string }) => (
  <Box component="span" sx={{ ...wrapped, ...(bold && { fontWeight: 600 }) }}>
    {children}
  </Box>
)

const statuses = { open: 'assigned,out-for-delivery', delivered: 'delivered' }

/** How many orders a staff user has, which opens them in the list of all orders. */
function OrdersLink({ person, what }: { person: StaffUser; what: keyof typeof statuses }) {
  const many = what === 'open' ? person.open_orders : person.delivered
  const search = new URLSearchParams({ assigned_user: person.id, status: statuses[what] })
  const about = `${count(many)} ${what} ${many === 1 ? 'order' : 'orders'} of ${person.full_name}`
  return <CountLink to={`/total_orders?${search}`} about={about} many={many} />
}

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
