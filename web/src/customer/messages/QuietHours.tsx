import { TextInput } from '../../base/form/contractForm.tsx'
import { Columns } from '../../base/ui/Layout.tsx'

/** The hours in which nothing is sent. */
export const QuietHours = () => (
  <Columns>
    <TextInput
      name="quiet_from"
      label="Quiet from"
      optional
      placeholder="21:00"
      hint="By the clock of the shop"
    />
    <TextInput name="quiet_until" label="Quiet until" optional placeholder="08:00" />
  </Columns>
)
