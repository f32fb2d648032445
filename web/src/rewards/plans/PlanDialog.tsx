import {
  createPlan,
  getSoldPlan,
  listPlans,
  listSoldPlans,
  type Plan,
  updatePlan,
} from '@our-print/contract/rewards/plans.ts'
import { useWrite } from '../../base/api/api.ts'
import { usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { amountSign, plural } from '../../base/format/format.ts'
import { Columns } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { planChanges } from './planTexts.ts'

type Fields = {
  name: string
  price: number | null
  pages_per_month: number | null
  duration_days: number | null
  description: string
}

const empty: Fields = { name: '', price: null, pages_per_month: null, duration_days: 30, description: '' }
const schema = createPlan.schema.body.omit({ is_active: true })

const valuesOf = ({ name, price, pages_per_month, duration_days, description }: Plan): Fields => ({
  name,
  price,
  pages_per_month,
  duration_days,
  description,
})

const usePlanForm = (defaultValues: Fields) =>
  useContractForm(schema, { defaultValues, prepare: withoutNulls })

/** Creates or updates a plan; plans already sold do not change. */
export default function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  return plan ? <EditPlan plan={plan} onClose={onClose} /> : <NewPlan onClose={onClose} />
}

function NewPlan({ onClose }: { onClose: () => void }) {
  const save = useWrite(createPlan, [listPlans])
  const form = usePlanForm(empty)
  return (
    <SendDialog
      title="New plan"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ name }) => `${name} can be sold now`}
    >
      <PlanFields />
    </SendDialog>
  )
}

function EditPlan({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const form = usePlanForm(valuesOf(plan))
  const changing = usePatch(updatePlan, [listPlans, listSoldPlans, getSoldPlan], {
    record: plan,
    describe: planChanges,
  })

  return (
    <EditDialog
      title={`Edit ${plan.name}`}
      what="This plan"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={(values) => ({ ...values, is_active: changing.seen.is_active })}
      savedMessage={({ name }) => `${name} saved`}
      onClose={onClose}
    >
      <PlanFields />
      {plan.subscribers_count > 0 && (
        <Text as="div" size="caption" tone="muted">
          {plural(plan.subscribers_count, 'customer has', 'customers have')} this plan and{' '}
          {plan.subscribers_count === 1 ? 'keeps' : 'keep'} the pages, days and price that were sold.
        </Text>
      )}
    </EditDialog>
  )
}

const PlanFields = () => (
  <>
    <TextInput name="name" label="Name" autoFocus />
    <Columns three>
      <TextInput name="price" label="Price" number start={amountSign()} />
      <TextInput name="pages_per_month" label="Pages a month" number inputMode="numeric" />
      <TextInput name="duration_days" label="Days" number inputMode="numeric" />
    </Columns>
    <TextInput name="description" label="Description" rows={2} optional />
  </>
)
