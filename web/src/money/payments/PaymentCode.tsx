import { payeeKind, paymentCode } from '@our-print/contract/money/paymentCode.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { rupees } from '../../base/format/format.ts'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { QrCode } from '../../rewards/qrCodes/QrCode.tsx'
import styles from './PaymentCode.module.css'

type Props = { settings: Configuration; amount: number; number: number }

/** The code that the customer scans with their bank’s app, as large as the phone allows. */
export function PaymentCode({ settings, amount, number }: Props) {
  const text = paymentCode(settings, { amount, number })
  if (text === undefined)
    return (
      <Text as="p" tone="muted" size="small">
        For a code to scan, Configuration must say to whom is paid.
      </Text>
    )
  return (
    <Stack gap={2}>
      <div className={styles.code}>
        <QrCode text={text} label={`Code to pay ${rupees(amount)} for order ${number}`} />
      </div>
      <Text as="div" align="center" size="small" tone="muted">
        {settings.payee_name} · {payeeKind() === 'upi' ? settings.payee_address : settings.payee_iban}
      </Text>
    </Stack>
  )
}
