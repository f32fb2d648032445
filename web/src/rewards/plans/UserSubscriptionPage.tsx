import {
  getPlan,
  listSoldPlans,
  type SoldPlan,
  soldPlanOrderings,
  soldPlanStatuses,
} from '@our-print/contract/rewards/plans.ts'
import { query, useRead } from '../../base/api/api.ts'
import { idOrUnknown } from '../../base/api/ids.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { formatDay, phone } from '../../base/format/format.ts'
import { actionsColumn, type Column, column } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { OnlyNotice } from '../../base/list/OnlyNotice.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Link } from '../../base/ui/Link.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { SoldPlanActions } from './SoldPlanActions.tsx'
import { PagesLeft, PlanLink, SoldPlanTag } from './soldPlanCells.tsx'

const SellPlanDialog = lazyPart(() => import('./SellPlanDialog.tsx'))

const labels: Record<SoldPlan['status'], string> = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
}
const status: Filter<'status', SoldPlan['status'] | ''> = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '', label: 'All statuses' },
    ...soldPlanStatuses.map((value) => ({ value, label: labels[value] })),
  ],
}

const columns: readonly Column<SoldPlan>[] = [
  column('customer', 'Customer', { width: '17%' }, ({ user, user_data }) => (
    <Link to={`/user/${user}`} tone="inherit" strong>
      {fullName(user_data)}
    </Link>
  )),
  column('mobile', 'Mobile', { only: 'card', card: 'subtitle' }, ({ user_data }) => phone(user_data.mobile)),
  column('plan', 'Plan', { card: 'subtitle' }, ({ plan_data: { name } }) => <PlanLink name={name} />),
  column('pages', 'Pages left', { width: 172, card: 'hidden' }, (plan) => <PagesLeft plan={plan} />),
  column('pages-in-words', 'Pages left', { only: 'card', card: 'subtitle' }, (plan) => (
    <PagesLeft plan={plan} words />
  )),
  column(
    'starts',
    'Starts',
    { width: 124, wide: true, sort: { by: 'starts_on', as: 'day' } },
    ({ starts_on }) => formatDay(starts_on),
  ),
  column('ends', 'Ends', { width: 124, sort: { by: 'ends_on', as: 'day' } }, ({ ends_on }) =>
    formatDay(ends_on),
  ),
  column('status', 'Status', { width: 136, card: 'corner' }, (plan) => <SoldPlanTag plan={plan} />),
  actionsColumn(136, (plan) => <SoldPlanActions plan={plan} />),
]

/** All sold plans, or those of the plan that the address names, with the pages left. */
export function UserSubscriptionPage() {
  const list = useListState(['status', 'plan'], { sortedBy: soldPlanOrderings })
  const plan = list.filters.plan && idOrUnknown(list.filters.plan)
  const querystring = { ...list.paging, ...filterBy(list, status), ...(plan && { plan }) }
  return (
    <ListPage
      title="User subscription plans"
      list={list}
      rows={query(listSoldPlans, { querystring })}
      columns={columns}
      search="Customer, mobile, plan"
      filters={<ListFilter list={list} filter={status} />}
      chips={plan && <OnePlan id={plan} onLeave={() => list.setFilter('plan', null)} />}
      hint="Sell a customer a plan, and orders can use its pages."
      create={{ label: 'Sell plan', renderDialog: (close) => <SellPlanDialog onClose={close} /> }}
    />
  )
}

function OnePlan({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data } = useRead(getPlan, { params: { id } })
  return <OnlyNotice name={data?.name ?? 'one plan'} onLeave={onLeave} />
}
