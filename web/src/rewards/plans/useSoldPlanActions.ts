import {
  listPlans,
  listSoldPlans,
  type SoldPlan,
  sellPlan,
  updateSoldPlan,
} from '@our-print/contract/rewards/plans.ts'
import { useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { formatDay } from '../../base/format/dates.ts'
import { plural, rupees } from '../../base/format/format.ts'
import { fullName } from '../../people/customers/fullName.ts'
import { soldPlanChanges } from './planTexts.ts'

/** Actions on a sold plan, after a confirmation. */
export function useSoldPlanActions() {
  const sell = useWrite(sellPlan, [listSoldPlans, listPlans])
  const patch = useWrite(updateSoldPlan, [listSoldPlans, listPlans])
  const act = useAct()

  function renew({ user, plan, user_data, plan_data, status }: SoldPlan) {
    const begins = status === 'active' ? 'It starts the day after this one ends.' : 'It starts today.'
    return act({
      question: {
        title: `Renew ${plan_data.name}?`,
        body: `${fullName(user_data)} buys the same plan again for ${rupees(plan_data.price)}. ${begins}`,
        action: 'Renew',
      },
      send: () => sell.mutateAsync({ body: { user, plan } }),
      done: ({ starts_on, ends_on }) =>
        toast.success(`${plan_data.name} renewed: ${formatDay(starts_on)} to ${formatDay(ends_on)}`),
    })
  }

  function cancel(plan: SoldPlan) {
    const { user_data, plan_data, pages_left } = plan
    const name = `${plan_data.name} of ${fullName(user_data)}`
    return act({
      question: {
        title: `Cancel ${plan_data.name}?`,
        body: `${fullName(user_data)} can no longer use the ${plural(pages_left, 'page')} left. Orders taken in already stay as they are.`,
        action: 'Cancel plan',
        cancel: 'Keep',
        danger: true,
      },
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
