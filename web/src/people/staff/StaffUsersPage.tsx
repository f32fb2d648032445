import { listStaff, type StaffUser, staffOrderings, updateStaff } from '@our-print/contract/people/staff.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/call.ts'
import type { ConfirmOptions } from '../../base/dialog/ConfirmDialog.tsx'
import { activation, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { phone, plural } from '../../base/format/format.ts'
import {
  actionsColumn,
  activeColumn,
  type Column,
  CountLink,
  column,
  nameColumn,
  numberColumn,
  sinceColumn,
} from '../../base/list/columns.tsx'
import { activeFilter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { type RowAction, RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { EmailText } from '../../base/ui/EmailText.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { StaffTabs } from '../abilities/StaffTabs.tsx'
import { signedInId, useRole } from '../session/session.ts'
import { staffChanges } from './staffTexts.ts'

const NewStaffDialog = lazyPart(() => import('./NewStaffDialog.tsx'))

const columns: readonly Column<StaffUser>[] = [
  nameColumn(
    'full_name',
    ({ full_name }) => (
      <Text flow="wrap" strong>
        {full_name}
      </Text>
    ),
    { width: '13%' },
  ),
  column(
    'email',
    'Email',
    {
      card: 'subtitle',
      sort: { by: 'email', as: 'text' },
    },
    ({ email }) => <EmailText email={email} />,
  ),
  column(
    'mobile',
    'Mobile',
    {
      width: 148,
      card: 'subtitle',
    },
    ({ mobile }) => (mobile ? phone(mobile) : '–'),
  ),
  column('role', 'Role', { width: 92 }, ({ is_superuser, ability_set_data }) => (
    <Text flow="wrap">{is_superuser ? 'Super Admin' : (ability_set_data?.name ?? 'Staff User')}</Text>
  )),
  activeColumn(96),
  numberColumn('open_orders', 'Open orders', 112, (person) =>
    person.is_superuser ? '–' : <OrdersLink person={person} of="open" />,
  ),
  numberColumn('delivered', 'Delivered', 88, (person) =>
    person.is_superuser && person.delivered === 0 ? '–' : <OrdersLink person={person} of="delivered" />,
  ),
  sinceColumn('created_at', { only: 'card' }),
  actionsColumn(116, (person) => <StaffActions person={person} />),
]

const statuses = { open: 'assigned,out-for-delivery', delivered: 'delivered' }

/** How many orders a staff user has, which opens them in the list of all orders. */
function OrdersLink({ person, of }: { person: StaffUser; of: keyof typeof statuses }) {
  const many = of === 'open' ? person.open_orders : person.delivered
  const search = new URLSearchParams({ assigned_user: person.id, status: statuses[of] })
  const orders = of === 'open' ? plural(many, 'open order') : plural(many, 'delivered order')
  const about = `${orders} of ${person.full_name}`
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
    filter={status}
    hint="Add the people who deliver orders, and assign orders to them."
    above={<StaffTabs value="people" />}
    create={{
      label: 'New staff user',
      headOnly: true,
      renderDialog: (close) => <NewStaffDialog onClose={close} />,
    }}
  />
)

const EditStaffDialog = lazyPart(() => import('./EditStaffDialog.tsx'))
const ResetPasswordDialog = lazyPart(() => import('./ResetPasswordDialog.tsx'))
const SessionsDialog = lazyPart(() => import('./SessionsDialog.tsx'))
const HandOverDialog = lazyPart(() => import('./HandOverDialog.tsx'))

/** The actions on one staff user of the list. People can only edit their own row: they must not lock themselves out. */
function StaffActions({ person }: { person: StaffUser }) {
  const [open, setOpen] = useState<'edit' | 'password' | 'handover' | 'sessions'>()
  const { activate, deactivate } = useStaffActivity(person, () => setOpen('handover'))
  const close = () => setOpen(undefined)
  // Nobody changes the account of somebody who may do more; the server knows the rest.
  const isAbove = useRole() !== 'admin' && person.is_superuser
  const activity: RowAction = person.is_active
    ? { label: 'Deactivate', onClick: () => void deactivate(), danger: true }
    : { label: 'Activate', onClick: () => void activate() }
  const actions: RowAction[] = [
    { label: 'Sessions', onClick: () => setOpen('sessions') },
    { label: 'Reset password', onClick: () => setOpen('password') },
    activity,
  ]
  if (isAbove) return null
  return (
    <RowActions>
      <Button size="small" aria-label={`Edit ${person.full_name}`} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <RowMenu name={person.full_name} actions={person.id === signedInId() ? [] : actions} />
      {open === 'edit' && <EditStaffDialog person={person} onClose={close} />}
      {open === 'password' && <ResetPasswordDialog person={person} onClose={close} />}
      {open === 'sessions' && <SessionsDialog person={person} onClose={close} />}
      {open === 'handover' && <HandOverDialog person={person} onClose={close} />}
    </RowActions>
  )
}

/** Activates or deactivates a staff user; calls `onOrdersHeld` if their open orders must be handed over first. */
function useStaffActivity(person: StaffUser, onOrdersHeld: () => void) {
  const client = useQueryClient()
  const write = useWrite(updateStaff, [listStaff])
  const act = useAct()
  const { full_name: name } = person

  const set = (is_active: boolean, question?: ConfirmOptions) =>
    act({
      ...activation(is_active),
      ...(question && { question }),
      name,
      record: person,
      danger: !is_active,
      send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active, version } }),
      describe: staffChanges,
      done: is_active ? `${name} can sign in again` : `${name} is deactivated and signed out`,
      failed: (error) => {
        // The list is outdated: they were assigned an order meanwhile.
        void client.invalidateQueries({ queryKey: [listStaff.url] })
        if (error instanceof ApiError && error.code === 'holds_orders') onOrdersHeld()
        else toast.failure(error)
      },
    })

  async function deactivate() {
    if (person.open_orders > 0) return onOrdersHeld()
    await set(false, {
      title: `Deactivate ${name}?`,
      body: person.is_superuser
        ? 'They are signed out everywhere at once and cannot sign in until they are activated again. API keys that they created go on: revoke those that they may know.'
        : person.ability_set
          ? 'They are signed out everywhere at once and cannot sign in until they are activated again. API keys and webhooks that they made end.'
          : 'They are signed out everywhere at once and cannot sign in until they are activated again.',
      action: 'Deactivate',
      danger: true,
    })
  }

  return { activate: () => set(true), deactivate }
}
