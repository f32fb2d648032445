import Box from '@mui/material/Box'
import { TextInput } from '../base/form/contractForm.tsx'

/** The delivery address of an order, as form fields of `address`. */
export const AddressFields = () => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
      '& > .wide': { gridColumn: { xs: '1 / -1', sm: 'span 2' } },
    }}
  >
    <Box className="wide">
      <TextInput name="address.line1" label="Address line 1" />
    </Box>
    <Box className="wide">
      <TextInput name="address.line2" label="Address line 2" optional />
    </Box>
    <TextInput name="address.city" label="City" />
    <TextInput name="address.state" label="State" />
    <TextInput name="address.country" label="Country" />
    <TextInput name="address.pincode" label="Pincode" inputMode="numeric" />
  </Box>
)
