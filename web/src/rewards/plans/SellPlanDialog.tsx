import type { User } from '@our-print/contract/people/customers.ts'
import { listPlans, listSoldPlans, type SoldPlan, sellPlan } from '@our-print/contract/rewards/plans.ts'
import { Day, Id } from '@our-print/contract/values.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useRead, useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { DateInput, SelectInput, useContractForm } from '../../base/form/contractForm.tsx'
import { plural, rupees, today } from '../../base/format/format.ts'
import { Stack } from '../../base/ui/Layout.tsx'
import { Link, LinkButton } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CustomerPicker } from '../../people/customers/CustomerPicker.tsx'
import { fullName } from '../../people/customers/fullName.ts'

const Form = z.object({ user: Id, plan: Id, starts_on: Day.nullable() })

type Props = {
  /** The customer, if known: then it cannot be chosen. */
  customer?: User
  onClose: () => void
}

/** Sells a plan to a customer. */
export default function SellPlanDialog({ customer: known, onClose }: Props) {
  const sell = useWrite(sellPlan, [listSoldPlans, listPlans])
  const [customer, setCustomer] = useState<User | null>(known ?? null)
  const offered = usePlansForSale()
  const form = useContractForm(Form, {
    defaultValues: { user: known?.id ?? '', plan: '', starts_on: null },
  })
  return (
    <SendDialog
      title={known ? `Sell ${fullName(known)} a plan` : 'Sell plan'}
      submitLabel="Sell plan"
      form={form}
      save={sell}
      onClose={onClose}
      inputOf={({ starts_on, ...sale }) => ({
        body: {
          ...sale,
          ...(starts_on && { starts_on }),
          // As the screen shows it: somebody may have changed it meanwhile.
          price: offered.data?.results.find(({ id }) => id === sale.plan)?.price,
        },
      })}
      savedMessage={(sold) => soldPlanMessage(sold)}
    >
      {!known && (
        <Stack gap={1}>
          <Text as="p" size="label">
            Customer
          </Text>
          <CustomerPicker name="user" value={customer} onChange={setCustomer} />
        </Stack>
      )}
      <PlanSelect offered={offered} />
      <DateInput
        name="starts_on"
        label="Starts on"
        placeholder="Today"
        min={today()}
        hint="A renewal of the same plan begins when the last one ends"
      />
    </SendDialog>
  )
}

/** The toast of a sale. */
const soldPlanMessage = ({ plan_data, user_data, pages_total }: SoldPlan) =>
  `${plan_data.name} sold to ${fullName(user_data)}: ${plural(pages_total, 'page')}`

const usePlansForSale = () => useRead(listPlans, { querystring: { is_active: 'true', limit: '100' } })

function PlanSelect({ offered }: { offered: ReturnType<typeof usePlansForSale> }) {
  const { data, error, isPending, refetch } = offered
  const plans = data?.results ?? []
  const chosen: unknown = useWatch({ name: 'plan' })
  const plan = plans.find(({ id }) => id === chosen)
  const none = error ? 'Not loaded' : 'No active plan'
  const first = isPending ? 'Loading...' : plans.length > 0 ? 'Choose a plan' : none
  const hint = error ? (
    <span role="alert">
      Plans could not be loaded. {error.message} <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
    </span>
  ) : plan ? (
    `${rupees(plan.price)} for ${plural(plan.pages_per_month, 'page')} a month, ${plural(plan.duration_days, 'day')}`
  ) : (
    !isPending &&
    plans.length === 0 && (
      <>
        Make or activate one on the{' '}
        <Link to="/subscriptions" underlined>
          Subscriptions
        </Link>{' '}
        screen first
      </>
    )
  )
  return (
    <SelectInput
      name="plan"
      label="Plan"
      options={[
        { value: '', label: first },
        ...plans.map(({ id, name, price }) => ({ value: id, label: `${name}, ${rupees(price)}` })),
      ]}
      hint={hint || undefined}
    />
  )
}
