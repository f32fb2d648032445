import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { listUserPlans, type UserPlan, userPlanStatuses } from '@our-print/contract/plans.ts'
import { lazy, Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { query } from '../api/api.ts'
import { SelectField } from '../form/SelectField.tsx'
import { showDay } from '../format/dates.ts'
import { phone } from '../format/phone.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import type { Column } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { Page } from '../page/Page.tsx'
import { fullName } from '../users/fullName.ts'
import { PagesLeft } from './PagesLeft.tsx'
import { UserPlanActions } from './UserPlanActions.tsx'
import { UserPlanTag } from './UserPlanTag.tsx'

const SellPlanDialog = lazy(() => import('./SellPlanDialog.tsx'))

const labels: Record<UserPlan['status'], string> = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
}
const states = [
  { value: '', label: 'All states' },
  ...userPlanStatuses.map((value) => ({ value, label: labels[value] })),
]

const columns: readonly Column<UserPlan>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: '17%',
    cell: ({ user, user_data }) => (
      <Link component={RouterLink} to={`/user/${user}`} color="inherit" sx={{ fontWeight: 600 }}>
        {fullName(user_data)}
      </Link>
    ),
  },
  {
    id: 'mobile',
    title: 'Mobile',
    only: 'card',
    card: 'subtitle',
    cell: ({ user_data }) => phone(user_data.mobile),
  },
  {
    id: 'plan',
    title: 'Plan',
    card: 'subtitle',
    cell: ({ plan_data: { name } }) => <span title={name}>{name}</span>,
  },
  {
    id: 'pages',
    title: 'Pages left',
    width: 172,
    card: 'hidden',
    cell: (plan) => <PagesLeft plan={plan} />,
  },
  {
    id: 'pages-in-words',
    title: 'Pages left',
    only: 'card',
    card: 'subtitle',
    cell: (plan) => <PagesLeft plan={plan} words />,
  },
  { id: 'starts', title: 'Starts', width: 112, wide: true, cell: ({ starts_on }) => showDay(starts_on) },
  { id: 'ends', title: 'Ends', width: 112, cell: ({ ends_on }) => showDay(ends_on) },
  { id: 'status', title: 'Status', width: 116, card: 'corner', cell: (plan) => <UserPlanTag plan={plan} /> },
  {
    id: 'actions',
    title: 'Actions',
    width: 124,
    align: 'right',
    card: 'footer',
    cell: (plan) => <UserPlanActions plan={plan} />,
  },
]

/** Who has which plan, and how much of it is left. */
export function UserSubscriptionPage() {
  const list = useListState(['status'])
  const status = userPlanStatuses.find((known) => known === list.filters.status)
  const [selling, setSelling] = useState(false)
  const rows = query(listUserPlans, { querystring: { ...list.paging, ...(status && { status }) } })
  const sell = (
    <>
      <ExportButton rows={rows} />
      <Button variant="contained" onClick={() => setSelling(true)}>
        Sell plan
      </Button>
    </>
  )
  return (
    <Page title="User subscription plans" actions={sell}>
      <ResourceTable
        label="User subscription plans"
        list={list}
        rows={rows}
        columns={columns}
        toolbar={
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { md: 'minmax(0, 360px) 168px' } }}>
            <SearchBox value={list.query} onChange={list.setQuery} placeholder="Customer, mobile, plan" />
            <SelectField
              label="Status"
              hideLabel
              options={states}
              value={status ?? ''}
              onChange={(chosen) => list.setFilter('status', chosen || null)}
            />
          </Box>
        }
        empty={{
          hint: 'Sell a customer a plan, and orders can use its pages.',
          action: (
            <Button variant="outlined" color="inherit" onClick={() => setSelling(true)}>
              Sell plan
            </Button>
          ),
        }}
      />
      {selling && (
        <Suspense fallback={null}>
          <SellPlanDialog onClose={() => setSelling(false)} />
        </Suspense>
      )}
    </Page>
  )
}
