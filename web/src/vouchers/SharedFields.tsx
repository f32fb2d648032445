import Box from '@mui/material/Box'
import { DateInput } from '../form/DateInput.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { today } from '../format/dates.ts'

type Props = {
  /** The day that is there already, which may stay though it has passed. */
  kept?: boolean
  autoFocus?: boolean
}

/** What all codes of a group share: what it is, until when it holds, what it costs. */
export const SharedFields = ({ kept = false, autoFocus = false }: Props) => (
  <>
    <TextInput name="voucher_detail" label="Voucher details" autoFocus={autoFocus} />
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, alignItems: 'start' }}>
      <DateInput name="expiry_date" label="Validity" min={kept ? undefined : today()} />
      <TextInput
        name="cost"
        label="Cost"
        number
        end={<Box sx={{ color: 'text.secondary', pr: 0.5 }}>coins</Box>}
      />
    </Box>
  </>
)
