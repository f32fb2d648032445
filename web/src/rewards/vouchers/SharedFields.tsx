import { DateInput, TextInput } from '../../base/form/contractForm.tsx'
import { today } from '../../base/format/format.ts'
import { Columns } from '../../base/ui/Layout.tsx'

type Props = {
  /** Whether the stored day may be in the past. */
  isDateStored?: boolean
  autoFocus?: boolean
}

/** The fields of a voucher group: detail, validity, cost. */
export const SharedFields = ({ isDateStored = false, autoFocus = false }: Props) => (
  <>
    <TextInput name="voucher_detail" label="Voucher details" autoFocus={autoFocus} />
    <Columns>
      <DateInput name="expiry_date" label="Validity" min={isDateStored ? undefined : today()} />
      <TextInput name="cost" label="Cost" number end="coins" />
    </Columns>
  </>
)
