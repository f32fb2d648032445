import { zodResolver } from '@hookform/resolvers/zod'
import { listUserPlans, patchUserPlan, type UserPlan } from '@our-print/contract/plans.ts'
import { Day, text } from '@our-print/contract/values.ts'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../api/api.ts'
import { useChange } from '../api/useChange.ts'
import { EditDialog } from '../dialog/EditDialog.tsx'
import { DateInput } from '../form/DateInput.tsx'
import { showDay } from '../format/dates.ts'
import { readUserPlan, userPlanChanges } from './userPlanChanges.ts'

// An empty day is null in the form, and missing to the person.
const Form = z.object({
  ends_on: Day.nullable()
    .transform((day) => day ?? '')
    .pipe(text(10)),
})

const valuesOf = ({ ends_on }: UserPlan): z.input<typeof Form> => ({ ends_on })

/** Moves the last day of a plan that was sold. */
export default function LastDayDialog({ plan, onClose }: { plan: UserPlan; onClose: () => void }) {
  const write = useWrite(patchUserPlan, [listUserPlans])
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    mode: 'onTouched',
    defaultValues: valuesOf(plan),
  })
  const changing = useChange<UserPlan, { ends_on: string }>({
    record: plan,
    write,
    read: () => readUserPlan(plan),
    describe: userPlanChanges,
  })

  return (
    <EditDialog
      title={`Change the last day of ${plan.plan_data.name}`}
      what="This plan"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={(values) => values}
      told={(saved) => `${saved.plan_data.name} now lasts to ${showDay(saved.ends_on)}`}
      onClose={onClose}
    >
      <DateInput
        name="ends_on"
        label="Last day"
        min={plan.starts_on}
        hint={`Began ${showDay(plan.starts_on)}. Pages can be used to the end of the last day.`}
      />
    </EditDialog>
  )
}
