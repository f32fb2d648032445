import { paperSizes } from '@our-print/contract/shop/configurations.ts'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { PasswordInput, TextInput } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { FindPrinters } from './FindPrinters.tsx'
import styles from './PrinterFields.module.css'
import { PrinterTest, type Told } from './PrinterTest.tsx'

const abilities = [
  { value: 'color', label: 'Colour' },
  { value: 'duplex', label: 'Both sides' },
]
const sizes = paperSizes.map((size) => ({ value: size, label: size }))

type Props = {
  /** The printer that is edited. */
  printer?: string
  hasPassword?: boolean
  told: Told | undefined
  onTold: (told: Told) => void
}

/** The inputs of a printer, with a test of its address. */
export const PrinterFields = ({ printer, hasPassword = false, told, onTold }: Props) => (
  <>
    {printer === undefined && <FindPrinters />}
    <TextInput name="name" label="Name" autoFocus placeholder="Front desk" />
    <TextInput
      name="uri"
      label="Address"
      type="url"
      inputMode="url"
      placeholder="ipp://192.168.1.20/ipp/print"
      hint="Most printers: ipp:// and the IP address that their display shows, then /ipp/print"
    />
    <div className={styles.signIn}>
      <TextInput name="username" label="User name" optional />
      <PasswordInput
        name="password"
        label="Password"
        hint={hasPassword ? 'Empty: the password stays as it is' : 'Only if the printer asks for one'}
      />
    </div>
    <PrinterTest printer={printer} told={told} onTold={onTold} />
    <div className={styles.pair}>
      <CheckListInput name="can" label="Use it for" options={abilities} />
      <CheckListInput name="paper_sizes" label="Paper" options={sizes} />
    </div>
    <div className={styles.pair}>
      <TextInput name="click_bw" label="Black & white side" number optional start={amountSign()} />
      <TextInput name="click_color" label="Colour side" number optional start={amountSign()} />
    </div>
    <Text as="p" size="caption" tone="muted">
      What a printed side costs the shop, without paper.
    </Text>
  </>
)
