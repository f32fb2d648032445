import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { DateInput } from '../../base/form/DateInput.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { type CouponFields, hasEmpty } from './couponForm.ts'

const uses = [
  { value: 'once', label: 'One-time use' },
  { value: 'multi', label: 'Multi-time use' },
]
const audiences = [
  { value: 'new', label: 'Only for New Users' },
  { value: 'all', label: 'For ALL Users' },
]

export function CouponInputs() {
  useEndAfterStart()
  return (
    <>
      <EmptyAlert />
      <TextInput name="name" label="Name Of Coupon" hint="Does not show on the user side." />
      <TextInput
        name="code"
        label="Coupon Code"
        capitals
        placeholder="DIWALI20"
        hint="Every word must be CAPITAL and it is used as a reference."
      />
      <TextInput name="discount_percentage" label="Discount %" number hint="Applied on total order value." />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
        <DateInput name="valid_from" label="Validity start" />
        <DateInput name="valid_to" label="Validity end" />
      </Box>
      <ChoiceInput name="one_time_only" label="Each user" options={uses} />
      <ChoiceInput name="isfornew" label="Who can use it" options={audiences} />
    </>
  )
}

/** The specification's alert, shown until all fields are filled in. */
function EmptyAlert() {
  const { control, formState } = useFormContext<CouponFields>()
  const empty = useWatch({ control, compute: hasEmpty })
  if (!formState.isSubmitted || !empty) return null
  return (
    <Alert severity="error" variant="outlined">
      Please enter the values correctly
    </Alert>
  )
}

/** A new start can make the end valid or invalid. */
function useEndAfterStart() {
  const { control, trigger, getValues } = useFormContext<CouponFields>()
  const start = useWatch({ control, name: 'valid_from' })
  useEffect(() => {
    if (start && getValues('valid_to')) void trigger('valid_to')
  }, [start, getValues, trigger])
}
