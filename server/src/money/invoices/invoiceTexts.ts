import { type Party, purchaseKinds } from '@our-print/contract/money/invoices.ts'
import type { Texts } from '../../customer/languages/texts.ts'
import type { InvoiceRow } from './invoices.queries.ts'

/** 1800 as 18 %. */
export const percent = (rate: number): string => `${rate / 100}%`

export function titleOf({ kind, seller }: Pick<InvoiceRow, 'kind' | 'seller'>, { say }: Texts): string {
  if (kind === 'credit_note') return say('Credit note')
  if (kind === 'self_billed') return say('Self-billed invoice')
  if (kind === 'self_billed_credit') return say('Self-billed credit note')
  return seller.registration ? say('Tax invoice') : say('Invoice')
}

/** Whether the shop owes it to a company for its vouchers. */
export const isOfVouchers = ({ kind }: Pick<InvoiceRow, 'kind'>): boolean =>
  purchaseKinds.some((each) => each === kind)

/** The lines of an address. */
export const addressOf = ({ address, city, pincode, state }: Party): string[] =>
  [address, [city, pincode].filter(Boolean).join(' '), state].filter(Boolean)

/** What the number of a registration is called there. */
export const registrationOf = ({ registration, country_code }: Party, { say }: Texts): string[] =>
  registration ? [`${country_code === 'IN' ? 'GSTIN' : say('VAT number')} ${registration}`] : []
