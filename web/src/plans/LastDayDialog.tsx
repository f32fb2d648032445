import { zodResolver } from '@hookform/resolvers/zod'
import { listUserPlans, patchUserPlan, type UserPlan } from '@our-print/contract/plans.ts'
import { Day } from '@our-print/contract/values.ts'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../shared/api.ts'
import { DateInput } from '../shared/DateInput.tsx'
import { showDay } from '../shared/dates.ts'
import { FormDialog } from '../shared/FormDialog.tsx'
import { Overtaken } from '../shared/Overtaken.tsx'
import { toast } from '../shared/toast.tsx'
import { useChange } from '../shared/useChange.ts'
import { readUserPlan, userPlanChanges } from './userPlanChanges.ts'

const required = 'This field is Required'
const Form = z.object({ ends_on: Day.nullable().refine((day) => day !== null, required) })

/** Moves the last day of a plan that was sold. */
export default function LastDayDialog({ plan, onClose }: { plan: UserPlan; onClose: () => void }) {
  const write = useWrite(patchUserPlan, [listUserPlans])
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    mode: 'onTouched',
    defaultValues: { ends_on: plan.ends_on },
  })
  const { change, reload, meanwhile, error, isPending } = useChange<UserPlan, { ends_on: string }>({
    record: plan,
    write,
    read: () => readUserPlan(plan),
    describe: userPlanChanges,
  })

  async function save(ends_on: string | null) {
    const saved = ends_on && (await change({ ends_on }))
    if (!saved) return
    toast.success(`${saved.plan_data.name} now lasts to ${showDay(saved.ends_on)}`)
    onClose()
  }

  return (
    <FormDialog
      title={`Change the last day of ${plan.plan_data.name}`}
      form={form}
      save={{ isPending, error }}
      onClose={onClose}
      onSubmit={({ ends_on }) => void save(ends_on)}
    >
      {meanwhile && (
        <Overtaken
          what="This plan"
          changes={meanwhile.changes}
          onReload={() => {
            const current = reload()
            if (current) form.reset({ ends_on: current.ends_on }, { keepDirtyValues: true })
          }}
        />
      )}
      <DateInput
        name="ends_on"
        label="Last day"
        min={plan.starts_on}
        hint={`Began ${showDay(plan.starts_on)}. Pages can be used to the end of the last day.`}
      />
    </FormDialog>
  )
}
