import Box from '@mui/material/Box'
import { paperSizes } from '@our-print/contract/shop/configurations.ts'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { PasswordInput, TextInput } from '../../base/form/TextInput.tsx'
import { TestPrinter } from './TestPrinter.tsx'

const abilities = [
  { value: 'color', label: 'Colour' },
  { value: 'duplex', label: 'Both sides' },
]
const sizes = paperSizes.map((size) => ({ value: size, label: size }))
const pair = { display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' } as const

type Props = {
  /** The printer that is edited. */
  printer?: string
  hasPassword?: boolean
}

/** The inputs of a printer, with a test of its address. */
export const PrinterFields = ({ printer, hasPassword = false }: Props) => (
  <>
    <TextInput name="name" label="Name" autoFocus placeholder="Front desk" />
    <TextInput
      name="uri"
      label="Address"
      type="url"
      inputMode="url"
      placeholder="ipp://192.168.1.20/ipp/print"
      hint="Most printers: ipp:// and the IP address that their display shows, then /ipp/print"
    />
    <Box sx={{ ...pair, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <TextInput name="username" label="User name" optional />
      <PasswordInput
        name="password"
        label="Password"
        hint={hasPassword ? 'Empty: the password stays as it is' : 'Only if the printer asks for one'}
      />
    </Box>
    <TestPrinter printer={printer} />
    <Box sx={pair}>
      <CheckListInput name="can" label="Use it for" options={abilities} />
      <CheckListInput name="paper_sizes" label="Paper" options={sizes} />
    </Box>
    <Box sx={pair}>
      <TextInput name="click_bw" label="Black & white side" number optional start="₹" />
      <TextInput name="click_color" label="Colour side" number optional start="₹" />
    </Box>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      What a printed side costs the shop, without paper.
    </Box>
  </>
)
