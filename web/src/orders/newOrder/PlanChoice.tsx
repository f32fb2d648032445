import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Radio from '@mui/material/Radio'
import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { type ReactNode, useId } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { count, formatDay, plural } from '../../base/format/format.ts'
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
      <Box role="alert" sx={{ mt: 1.5, typography: 'body2', color: 'text.secondary' }}>
        This customer’s plans could not be loaded. {error.message}{' '}
        <Link component="button" type="button" onClick={() => void refetch()}>
          Retry
        </Link>
      </Box>
    )
  }
  if (plans.length === 0) return null
  const used = pagesOfPlan(countOrder(files, { layout, sides, bundle })?.paid_sides ?? 0, copies)
  const chosen = plans.find((plan) => plan.id === field.value)
  const short = chosen && missingPages(chosen, used)
  const help = refused ?? short ?? (chosen && usageText(chosen, used))
  return (
    <Box component="fieldset" aria-describedby={help ? id : undefined} sx={{ border: 0, p: 0, m: 0, mt: 2 }}>
      <Box component="legend" sx={{ typography: 'body2', fontWeight: 600, p: 0 }}>
        Payment
      </Box>
      <Box sx={{ display: 'grid', justifyItems: 'start' }}>
        {[undefined, ...plans].map((plan, at) => (
          <FormControlLabel
            key={plan?.id ?? ''}
            label={plan ? <PlanLabel plan={plan} /> : 'Pay per print'}
            disabled={plan?.pages_left === 0 && plan.id !== field.value}
            control={
              <Radio
                size="small"
                name={id}
                checked={field.value === (plan?.id ?? '')}
                onChange={() => field.onChange(plan?.id ?? '')}
                onBlur={field.onBlur}
                slotProps={{ input: at === 0 ? { ref: field.ref } : {} }}
              />
            }
            sx={{ ml: -1, mr: 0, '& .MuiRadio-root': { p: 1 } }}
          />
        ))}
      </Box>
      {help && (
        <Box
          id={id}
          role={refused || short ? 'alert' : 'status'}
          sx={{ typography: 'caption', color: refused || short ? 'error.main' : 'text.secondary', mt: 0.5 }}
        >
          {help}
        </Box>
      )}
    </Box>
  )
}

const PlanLabel = ({ plan: { plan_data, pages_left, ends_on } }: { plan: SoldPlan }): ReactNode => (
  <>
    Use {plan_data.name}{' '}
    <Box component="span" sx={{ color: 'text.secondary' }}>
      ({plural(pages_left, 'page')} left, to {formatDay(ends_on)})
    </Box>
  </>
)

const usageText = ({ pages_left }: SoldPlan, used: number) =>
  used > 0 ? `This order uses ${plural(used, 'page')}; ${count(pages_left - used)} will be left.` : undefined
