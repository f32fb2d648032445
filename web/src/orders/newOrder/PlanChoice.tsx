import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { type ReactNode, useId } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { count, formatDay, plural } from '../../base/format/format.ts'
import { Radio } from '../../base/ui/Checkbox.tsx'
import { FieldGroup } from '../../base/ui/Field.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { LinkButton } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { type ChosenFile, countOrder } from '../../printing/sheets/countOrder.ts'
import { useUsablePlans } from '../../rewards/plans/useUsablePlans.ts'
import { missingPages, type NewOrderFields, pagesOfPlan } from './newOrderForm.ts'

type Props = { user: string; files: readonly ChosenFile[] }

/** Payment by money or with the pages of the customer's plan. */
export default function PlanChoice({ user, files }: Props) {
  const { control } = useFormContext<NewOrderFields>()
  const { field } = useController({ name: 'user_subscription_plan', control })
  const refused = useFieldError('user_subscription_plan')
  const [copies, layout, sides, bundle] = useWatch({ control, name: ['copies', 'layout', 'sides', 'bundle'] })
  const { plans, error, refetch } = useUsablePlans(user)
  const id = useId()
  if (error) {
    return (
      <Text as="div" size="small" tone="muted" role="alert">
        This customer’s plans could not be loaded. {error.message}{' '}
        <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
      </Text>
    )
  }
  if (plans.length === 0) return null
  const used = pagesOfPlan(countOrder(files, { layout, sides, bundle })?.paid_sides ?? 0, copies)
  const chosen = plans.find((plan) => plan.id === field.value)
  const short = chosen && missingPages(chosen, used)
  const problem = refused ?? short
  const help = problem ?? (chosen && usageText(chosen, used))
  return (
    <FieldGroup
      label="Payment"
      hint={
        help && (
          <Text role={problem ? 'alert' : 'status'} tone={problem ? 'danger' : undefined}>
            {help}
          </Text>
        )
      }
    >
      <Stack align="start">
        {[undefined, ...plans].map((plan, at) => (
          <Radio
            key={plan?.id ?? ''}
            label={plan ? <PlanLabel plan={plan} /> : 'Pay per print'}
            disabled={plan?.pages_left === 0 && plan.id !== field.value}
            name={id}
            checked={field.value === (plan?.id ?? '')}
            onChange={() => field.onChange(plan?.id ?? '')}
            onBlur={field.onBlur}
            ref={at === 0 ? field.ref : undefined}
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}

const PlanLabel = ({ plan: { plan_data, pages_left, ends_on } }: { plan: SoldPlan }): ReactNode => (
  <>
    Use {plan_data.name}{' '}
    <Text tone="muted">
      ({plural(pages_left, 'page')} left, to {formatDay(ends_on)})
    </Text>
  </>
)

const usageText = ({ pages_left }: SoldPlan, used: number) =>
  used > 0 ? `This order uses ${plural(used, 'page')}; ${count(pages_left - used)} will be left.` : undefined
