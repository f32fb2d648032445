import { listSoldPlans, type SoldPlan, updateSoldPlan } from '@our-print/contract/rewards/plans.ts'
import { Day, text } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { DateInput, useContractForm } from '../../base/form/contractForm.tsx'
import { formatDay } from '../../base/format/format.ts'
import { soldPlanChanges } from './planTexts.ts'

// An empty day is null in the form; the error should say that it is missing.
const Form = z.object({
  ends_on: Day.nullable()
    .transform((day) => day ?? '')
    .pipe(text(10)),
})

const valuesOf = ({ ends_on }: SoldPlan): { ends_on: string | null } => ({ ends_on })

/** Changes the last day of a sold plan. */
export default function LastDayDialog({ plan, onClose }: { plan: SoldPlan; onClose: () => void }) {
  const form = useContractForm(Form, { defaultValues: valuesOf(plan) })
  const changing = usePatch(updateSoldPlan, [listSoldPlans], { record: plan, describe: soldPlanChanges })

  return (
    <EditDialog
      title={`Change the last day of ${plan.plan_data.name}`}
      what="This plan"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={(values) => values}
      savedMessage={(saved) => `${saved.plan_data.name} now ends on ${formatDay(saved.ends_on)}`}
      onClose={onClose}
    >
      <DateInput
        name="ends_on"
        label="Last day"
        min={plan.starts_on}
        hint={`Began ${formatDay(plan.starts_on)}. Pages can be used to the end of the last day.`}
      />
    </EditDialog>
  )
}
