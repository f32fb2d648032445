import {
  deletePlan,
  listPlans,
  listSoldPlans,
  type Plan,
  updatePlan,
} from '@our-print/contract/rewards/plans.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useWrite } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/call.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { useRecordAction } from '../../base/dialog/useRecordAction.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { planChanges } from './planChanges.ts'

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
export function usePlanActions() {
  const put = useWrite(updatePlan, [listPlans, listSoldPlans])
  const remove = useWrite(deletePlan, [listPlans])
  const showDeleted = useUndoDelete([listPlans])
  const confirm = useConfirm()
  const run = useRecordAction()

  async function setActive(plan: Plan, is_active: boolean) {
    try {
      const done = await run({
        name: plan.name,
        record: plan,
        action: is_active ? 'Activate' : 'Deactivate',
        send: (seen) => put.mutateAsync({ params: { id: seen.id }, body: { ...bodyOf(seen), is_active } }),
        describe: planChanges,
        isDone: (now) => now.is_active === is_active,
      })
      if (!done) return
      toast.success(is_active ? `${done.name} can be sold again` : `${done.name} is no longer offered`)
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
      body: `The plan is kept in the bin for ${binDays} days.`,
      action: 'Delete',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync({ params: { id: plan.id } })
      showDeleted({ ids: [plan.id], message: `${plan.name} deleted`, undone: `${plan.name} is back` })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use') await offerDeactivation(plan)
      else toast.failure(error as Error)
    }
  }

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
