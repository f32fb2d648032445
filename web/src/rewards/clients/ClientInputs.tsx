import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useController, useFormContext } from 'react-hook-form'
import { DateInput, TextInput } from '../../base/form/contractForm.tsx'

const pair = { display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } } as const

export const CompanyInputs = () => (
  <>
    <TextInput name="name" label="Name" autoFocus />
    <Box sx={pair}>
      <TextInput name="contact" label="Phone" type="tel" inputMode="tel" />
      <TextInput name="client_type" label="Client type" inputMode="numeric" hint="Your own number" />
    </Box>
    <TextInput name="potential" label="Potential" optional placeholder="Expected business" />
  </>
)

export const AddressInputs = () => (
  <>
    <Box sx={pair}>
      <TextInput name="country" label="Country" />
      <TextInput name="state" label="State" />
    </Box>
    <Box sx={pair}>
      <TextInput name="city" label="City" />
      <TextInput name="pincode" label="Pin code" inputMode="numeric" />
    </Box>
  </>
)

/** How the shop rates the company. */
export function RewardInputs() {
  const { control } = useFormContext()
  const { field } = useController({ name: 'is_advertisible', control })
  return (
    <>
      <Box sx={pair}>
        <DateInput name="joined_on" label="Joined on" />
        <TextInput
          name="low_stock_below"
          label="Low stock below"
          inputMode="numeric"
          hint="Warn when fewer codes are left"
        />
      </Box>
      <FormControlLabel
        label="Is advertisable"
        control={
          <Switch
            size="small"
            checked={field.value === true}
            onChange={(_, flag) => field.onChange(flag)}
            onBlur={field.onBlur}
          />
        }
        sx={{ mx: 0, gap: 1, justifySelf: 'start' }}
      />
    </>
  )
}
