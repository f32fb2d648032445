import {
  deletePlan,
  listPlans,
  listSoldPlans,
  type Plan,
  planOrderings,
  updatePlan,
} from '@our-print/contract/rewards/plans.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/call.ts'
import { type ConfirmOptions, useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { activation, dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { count, plural, rupees } from '../../base/format/format.ts'
import {
  actionsColumn,
  activeColumn,
  type Column,
  CountLink,
  Name,
  nameColumn,
  numberColumn,
} from '../../base/list/columns.tsx'
import { activeFilter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { planChanges } from './planTexts.ts'

const PlanDialog = lazyPart(() => import('./PlanDialog.tsx'))

const state = activeFilter('Status', 'All statuses')

const columns: readonly Column<Plan>[] = [
  nameColumn('name', ({ name, description }) => <Name about={description}>{name}</Name>),
  numberColumn('price', 'Price', 120, ({ price }) => rupees(price), 'price'),
  numberColumn('pages', 'Pages a month', 124, ({ pages_per_month }) => count(pages_per_month)),
  numberColumn('days', 'Days', 88, ({ duration_days }) => count(duration_days)),
  numberColumn('subscribers', 'Subscribers', 116, ({ id, name, subscribers_count }) => (
    <CountLink
      to={`/user_subscription?plan=${id}&status=active`}
      about={`${plural(subscribers_count, 'subscriber')} of ${name}`}
      many={subscribers_count}
    />
  )),
  activeColumn(112),
  actionsColumn(124, (plan) => <PlanActions plan={plan} />),
]

/** The plans that customers can buy. */
export const SubscriptionsPage = () => (
  <FilteredListPage
    title="Subscriptions"
    label="Subscription plans"
    from={{ sortedBy: planOrderings, rows: (querystring) => query(listPlans, { querystring }) }}
    columns={columns}
    search="Name, description"
    filter={state}
    hint="A plan is a number of pages for a number of days at one price. Create the first one, then sell it."
    create={{ label: 'New plan', renderDialog: (close) => <PlanDialog plan={null} onClose={close} /> }}
  />
)

/** The actions on one plan of the list. */
function PlanActions({ plan }: { plan: Plan }) {
  const [editing, setEditing] = useState(false)
  const { activate, deactivate, remove } = usePlanActions()
  return (
    <RowActions>
      <Button size="small" aria-label={`Edit ${plan.name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <RowMenu
        name={plan.name}
        actions={[
          plan.is_active
            ? { label: 'Deactivate', onClick: () => void deactivate(plan) }
            : { label: 'Activate', onClick: () => void activate(plan) },
          { label: 'Delete', onClick: () => void remove(plan), danger: true },
        ]}
      />
      {editing && <PlanDialog plan={plan} onClose={() => setEditing(false)} />}
    </RowActions>
  )
}

/** The update of a plan sends all fields and the version. */
const bodyOf = ({ name, price, pages_per_month, duration_days, description, version }: Plan) => ({
  name,
  price,
  pages_per_month,
  duration_days,
  description,
  version,
})

/** Actions on a plan: activate, deactivate, or delete if it was never sold. */
function usePlanActions() {
  const put = useWrite(updatePlan, [listPlans, listSoldPlans])
  const remove = useWrite(deletePlan, [listPlans])
  const showDeleted = useUndoDelete([listPlans])
  const confirm = useConfirm()
  const act = useAct()

  const setActive = (plan: Plan, is_active: boolean, question?: ConfirmOptions) =>
    act({
      ...activation(is_active),
      ...(question && { question }),
      name: plan.name,
      record: plan,
      send: (seen) => put.mutateAsync({ params: { id: seen.id }, body: { ...bodyOf(seen), is_active } }),
      describe: planChanges,
      done: ({ name }) =>
        toast.success(is_active ? `${name} can be sold again` : `${name} is no longer offered`),
    })

  const deactivate = (plan: Plan) =>
    setActive(plan, false, {
      title: `Deactivate ${plan.name}?`,
      body: 'It can no longer be sold. Customers who have it keep their pages until their last day.',
      action: 'Deactivate',
    })

  const removeIt = (plan: Plan) =>
    act({
      question: dangerous(
        `Delete ${plan.name}?`,
        `The plan is kept in the bin for ${binDays} days.`,
        'Delete',
      ),
      send: () => remove.mutateAsync({ params: { id: plan.id } }),
      done: () =>
        showDeleted({ ids: [plan.id], message: `${plan.name} deleted`, undone: `${plan.name} is back` }),
      failed: (error) =>
        error instanceof ApiError && error.code === 'in_use' ? offerDeactivation(plan) : toast.failure(error),
    })

  /** A plan that was ever sold cannot be deleted, as sold plans refer to it. */
  async function offerDeactivation(plan: Plan) {
    const go = await confirm({
      title: `${plan.name} cannot be deleted`,
      body: plan.is_active
        ? 'Customers bought it. Deactivate it instead: it can no longer be sold, and they keep their pages.'
        : 'Customers bought it. It is inactive already, so it can no longer be sold.',
      action: plan.is_active ? 'Deactivate' : 'OK',
    })
    if (go && plan.is_active) await setActive(plan, false)
  }

  return { activate: (plan: Plan) => setActive(plan, true), deactivate, remove: removeIt }
}
