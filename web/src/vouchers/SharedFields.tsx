import Box from '@mui/material/Box'
import { DateInput } from '../shared/DateInput.tsx'
import { today } from '../shared/dates.ts'
import { TextInput } from '../shared/TextInput.tsx'

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
