import Box from '@mui/material/Box'
import { DateInput, TextInput } from '../../base/form/contractForm.tsx'
import { today } from '../../base/format/format.ts'

type Props = {
  /** Whether the stored day may be in the past. */
  isDateStored?: boolean
  autoFocus?: boolean
}

/** The fields of a voucher group: detail, validity, cost. */
export const SharedFields = ({ isDateStored = false, autoFocus = false }: Props) => (
  <>
    <TextInput name="voucher_detail" label="Voucher details" autoFocus={autoFocus} />
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, alignItems: 'start' }}>
      <DateInput name="expiry_date" label="Validity" min={isDateStored ? undefined : today()} />
      <TextInput
        name="cost"
        label="Cost"
        number
        end={<Box sx={{ color: 'text.secondary', pr: 0.5 }}>coins</Box>}
      />
    </Box>
  </>
)
