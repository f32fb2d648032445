import { useController, useFormContext } from 'react-hook-form'
import { DateInput, TextInput } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { Switch } from '../../base/ui/Checkbox.tsx'
import { Columns } from '../../base/ui/Layout.tsx'
import { useTypeNames } from './useTypeNames.ts'

export function CompanyInputs() {
  const names = useTypeNames()
  return (
    <>
      <TextInput name="name" label="Name" autoFocus />
      <Columns>
        <TextInput name="contact" label="Phone" type="tel" inputMode="tel" />
        <TextInput
          name="client_type"
          label="Client type"
          inputMode="numeric"
          hint={names.map((name, at) => `${at + 1} ${name}`).join(', ') || 'Your own number'}
        />
      </Columns>
      <TextInput name="potential" label="Potential" optional placeholder="Expected business" />
    </>
  )
}

export const AddressInputs = () => (
  <>
    <Columns>
      <TextInput name="country" label="Country" />
      <TextInput name="state" label="State" />
    </Columns>
    <Columns>
      <TextInput name="city" label="City" />
      <TextInput name="pincode" label="Pincode" inputMode="numeric" />
    </Columns>
  </>
)

/** How the shop rates the company. */
export function RewardInputs() {
  const { control } = useFormContext()
  const { field } = useController({ name: 'is_advertisible', control })
  return (
    <>
      <Columns>
        <DateInput name="joined_on" label="Joined on" />
        <TextInput
          name="low_stock_below"
          label="Low stock below"
          inputMode="numeric"
          hint="Warn when fewer codes are left"
        />
        <TextInput
          name="agreed_price"
          label="Agreed price of a code"
          inputMode="decimal"
          start={amountSign()}
          hint="Due to the company for each code that is sold from now on"
        />
      </Columns>
      <Switch
        label="Is advertisable"
        checked={field.value === true}
        onChange={({ target }) => field.onChange(target.checked)}
        onBlur={field.onBlur}
      />
    </>
  )
}
