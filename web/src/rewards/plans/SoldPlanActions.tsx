import {
  listPlans,
  listSoldPlans,
  type SoldPlan,
  sellPlan,
  updateSoldPlan,
} from '@our-print/contract/rewards/plans.ts'
import { useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDay, plural, rupees } from '../../base/format/format.ts'
import { type RowAction, RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { soldPlanChanges } from './planTexts.ts'

const LastDayDialog = lazyPart(() => import('./LastDayDialog.tsx'))

/** The actions on one sold plan of a list. */
export function SoldPlanActions({ plan }: { plan: SoldPlan }) {
  const [moving, setMoving] = useState(false)
  const { renew, cancel } = useSoldPlanActions()
  const name = `${plan.plan_data.name} of ${fullName(plan.user_data)}`
  const sells = useCan('vouchers')
  const actions: RowAction[] = []
  if (plan.status !== 'cancelled') actions.push({ label: 'Change last day', onClick: () => setMoving(true) })
  if (plan.status === 'active')
    actions.push({ label: 'Cancel plan', onClick: () => void cancel(plan), danger: true })
  return (
    sells && (
      <RowActions>
        <Button size="small" aria-label={`Renew ${name}`} onClick={() => void renew(plan)}>
          Renew
        </Button>
        <RowMenu name={name} actions={actions} />
        {moving && <LastDayDialog plan={plan} onClose={() => setMoving(false)} />}
      </RowActions>
    )
  )
}

/** Actions on a sold plan, after a confirmation. */
function useSoldPlanActions() {
  const sell = useWrite(sellPlan, [listSoldPlans, listPlans])
  const patch = useWrite(updateSoldPlan, [listSoldPlans, listPlans])
  const act = useAct()

  function renew({ user, plan, user_data, plan_data }: SoldPlan) {
    // Of their sold plans the list may show this one only.
    const begins = 'It starts today, or the day after the last one of this plan that they have ends.'
    return act({
      question: {
        title: `Renew ${plan_data.name}?`,
        body: `${fullName(user_data)} buys the same plan again for ${rupees(plan_data.price)}. ${begins}`,
        action: 'Renew',
      },
      send: () => sell.mutateAsync({ body: { user, plan, price: plan_data.price } }),
      done: ({ starts_on, ends_on }) =>
        toast.success(`${plan_data.name} renewed: ${formatDay(starts_on)} to ${formatDay(ends_on)}`),
    })
  }

  function cancel(plan: SoldPlan) {
    const { user_data, plan_data, pages_left } = plan
    const name = `${plan_data.name} of ${fullName(user_data)}`
    return act({
      question: dangerous(
        `Cancel ${plan_data.name}?`,
        `${fullName(user_data)} can no longer use the ${plural(pages_left, 'page')} left. Orders taken in already stay as they are.`,
        'Cancel plan',
        'Keep',
      ),
      name,
      record: plan,
      action: 'Cancel plan',
      danger: true,
      send: ({ id, version }) =>
        patch.mutateAsync({ params: { id }, body: { status: 'cancelled', version } }),
      describe: soldPlanChanges,
      isDone: ({ status }) => status === 'cancelled',
      done: `${name} cancelled`,
    })
  }

  return { renew, cancel }
}
