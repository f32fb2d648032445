import type { PaymentSettings } from './paymentSettings.ts'

type Payee = Pick<PaymentSettings, 'payee_name' | 'payee_address' | 'payee_iban' | 'payee_bic'>
type Asked = { amount: number; number: number }

/**
 * What the QR code says with which a customer pays an order from their own bank: a UPI link, or where the shop has an IBAN a
 * credit transfer in euro by EPC069-12. Undefined: the shop has named no payee.
 */
export function paymentCode(payee: Payee, { amount, number }: Asked): string | undefined {
  const reference = `Order ${number}`
  if (payee.payee_address) {
    const fields = [
      ['pa', payee.payee_address],
      ['pn', payee.payee_name],
      ['am', amount.toFixed(2)],
      ['cu', 'INR'],
      ['tn', reference],
    ] as const
    // Not URLSearchParams: payment apps show its `+` for a space.
    return `upi://pay?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
  }
  if (!payee.payee_iban) return undefined
  const { payee_bic, payee_name, payee_iban } = payee
  // Service tag, version, UTF-8, SEPA credit transfer; then purpose and structured reference, which are empty.
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    payee_bic,
    payee_name,
    payee_iban,
    `EUR${amount.toFixed(2)}`,
    '',
    '',
    reference,
  ].join('\n')
}
