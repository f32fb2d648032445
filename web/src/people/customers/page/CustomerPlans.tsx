import type { User } from '@our-print/contract/people/customers.ts'
import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { query } from '../../../base/api/api.ts'
import { lazyPart } from '../../../base/feedback/lazyPart.tsx'
import { formatDay } from '../../../base/format/format.ts'
import { type Column, column } from '../../../base/list/columns.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { SoldPlanActions } from '../../../rewards/plans/SoldPlanActions.tsx'
import { PagesLeft, PlanLink, SoldPlanTag } from '../../../rewards/plans/soldPlanCells.tsx'
import { SellButton } from './SellButton.tsx'

const SellPlanDialog = lazyPart(() => import('../../../rewards/plans/SellPlanDialog.tsx'))

const columns: readonly Column<SoldPlan>[] = [
  column('plan', 'Plan', {}, ({ plan_data: { name } }) => <PlanLink name={name} strong />),
  column('pages', 'Pages left', { width: 128 }, (plan) => <PagesLeft plan={plan} />),
  column('starts', 'Starts', { only: 'card' }, ({ starts_on }) => formatDay(starts_on)),
  column('ends', 'Ends', { width: 124 }, ({ starts_on, ends_on }) => (
    <span title={`From ${formatDay(starts_on)}`}>{formatDay(ends_on)}</span>
  )),
  column('status', 'Status', { width: 136, card: 'corner' }, (plan) => <SoldPlanTag plan={plan} />),
  column(
    'actions',
    'Actions',
    {
      width: 136,
      align: 'right',
      card: 'footer',
    },
    (plan) => <SoldPlanActions plan={plan} />,
  ),
]

/** A customer's sold plans, with the pages left. */
export function CustomerPlans({ user }: { user: User }) {
  const list = useListState([], { name: 'plans of a customer' })
  return (
    <ResourceTable
      label="Plans of this customer"
      list={list}
      rows={query(listSoldPlans, { querystring: { ...list.paging, user: user.id } })}
      columns={columns}
      toolbar={
        <SellButton user={user} dialog={SellPlanDialog}>
          Sell plan
        </SellButton>
      }
      empty={{ hint: 'No plan bought yet.' }}
    />
  )
}
