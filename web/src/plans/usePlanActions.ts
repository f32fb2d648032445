import { listPlans, listUserPlans, type Plan, removePlan, savePlan } from '@our-print/contract/plans.ts'
import { useWrite } from '../shared/api.ts'
import { useConfirm } from '../shared/ConfirmDialog.tsx'
import { ApiError } from '../shared/call.ts'
import { toast } from '../shared/toast.tsx'

/** What can be done to a plan from its row: put it on or off sale, or remove it where nobody ever bought it. */
export function usePlanActions() {
  const put = useWrite(savePlan, [listPlans, listUserPlans])
  const remove = useWrite(removePlan, [listPlans])
  const confirm = useConfirm()

  async function setActive(plan: Plan, is_active: boolean) {
    const { id, name, price, pages_per_month, duration_days, description, version } = plan
    const body = { name, price, pages_per_month, duration_days, description, is_active, version }
    try {
      await put.mutateAsync({ params: { id }, body })
      toast.success(is_active ? `${name} can be sold again` : `${name} is no longer offered`)
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  async function deactivate(plan: Plan) {
    const question = {
      title: `Deactivate ${plan.name}?`,
      body: 'It can no longer be sold. Customers who have it keep their pages until their last day.',
      action: 'Deactivate',
    }
    if (await confirm(question)) await setActive(plan, false)
  }

  async function removeIt(plan: Plan) {
    const question = {
      title: `Delete ${plan.name}?`,
      body: 'The plan is gone for good.',
      action: 'Delete',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync({ params: { id: plan.id } })
      toast.success(`${plan.name} deleted`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use') await offerDeactivation(plan)
      else toast.failure(error as Error)
    }
  }

  /** A plan that was ever sold stays, because what was sold refers to it. */
  async function offerDeactivation(plan: Plan) {
    const go = await confirm({
      title: `${plan.name} cannot be deleted`,
      body: plan.is_active
        ? 'Customers bought it. Deactivate it instead: it can no longer be sold, and they keep their pages.'
        : 'Customers bought it. It is inactive already, so it can no longer be sold.',
      action: plan.is_active ? 'Deactivate' : 'All right',
    })
    if (go && plan.is_active) await setActive(plan, false)
  }

  return { activate: (plan: Plan) => setActive(plan, true), deactivate, remove: removeIt }
}
