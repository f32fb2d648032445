import { currency, usualCurrency } from './currency.ts'
import type { PaymentSettings } from './paymentSettings.ts'

type Payee = Pick<PaymentSettings, 'payee_name' | 'payee_address' | 'payee_iban' | 'payee_bic'>
type Asked = { amount: number; number: number }

/**
 * How a payment code asks for money, which the currency of the shop decides: by a UPI link in rupees, in euro by a credit
 * transfer (EPC069-12). Undefined: no code knows the currency.
 */
export const payeeKind = () =>
  currency() === usualCurrency ? ('upi' as const) : currency() === 'EUR' ? ('iban' as const) : undefined

/** Whether a shop is paid so: UPI moves rupees alone. */
export const isOffered = (method: string): boolean => method !== 'upi' || payeeKind() === 'upi'

/**
 * What the QR code says with which a customer pays an order from their own bank. Undefined: the shop has named no payee for its
 * currency.
 */
export function paymentCode(payee: Payee, { amount, number }: Asked): string | undefined {
  const reference = `Order ${number}`
  if (payeeKind() === 'upi' && payee.payee_address) {
    const fields = [
      ['pa', payee.payee_address],
      ['pn', payee.payee_name],
      ['am', amount.toFixed(2)],
      ['cu', currency()],
      ['tn', reference],
    ] as const
    // Not URLSearchParams: payment apps show its `+` for a space.
    return `upi://pay?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
  }
  if (payeeKind() !== 'iban' || !payee.payee_iban) return undefined
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
    `${currency()}${amount.toFixed(2)}`,
    '',
    '',
    reference,
  ].join('\n')
}
