import { z } from 'zod'
import { optionalText, Rupees, text } from '../values.ts'
import { paymentMethodLabels } from './paymentTerms.ts'

/** Whether an order may be delivered while something is due of it. Orders on account always may. */
export const unpaidDeliveries = ['never', 'with_note', 'always'] as const

const usual: readonly string[] = Object.entries(paymentMethodLabels)
  .flat()
  .map((name) => name.toLowerCase())

const isNew = (names: readonly string[]) => {
  const lower = names.map((name) => name.toLowerCase())
  return new Set(lower).size === lower.length && !lower.some((name) => usual.includes(name))
}

/** Of the configuration: how the shop is paid. */
export const PaymentSettings = {
  unpaid_delivery: z.enum(unpaidDeliveries),
  /** Names of methods beside the usual ones, as `Cheque`. */
  payment_methods: z
    .array(text(40))
    .max(20, 'At most 20 methods')
    .refine(isNew, 'A method is named twice, or is one of the usual ones'),
  /** What a customer or a company may owe on account, where their account says nothing else. */
  credit_limit_customer: Rupees,
  credit_limit_company: Rupees,
  /** Whom a payment code names: a UPI address, or an IBAN in the euro area. Empty: no codes. */
  payee_name: optionalText(70),
  payee_address: optionalText(255).regex(
    /^([\w.-]+@[\w.-]+)?$/,
    'This is not a UPI address, such as shop@bank',
  ),
  payee_iban: optionalText(34).regex(/^([A-Z]{2}\d{2}[0-9A-Z]{11,30})?$/, 'This is not an IBAN'),
  payee_bic: optionalText(11).regex(/^([0-9A-Z]{8}([0-9A-Z]{3})?)?$/, 'This is not a BIC'),
}
export type PaymentSettings = {
  [Name in keyof typeof PaymentSettings]: z.output<(typeof PaymentSettings)[Name]>
}
