import type { Party } from '@our-print/contract/money/invoices.ts'
import type { Texts } from '../../customer/languages/texts.ts'
import type { InvoiceRow } from './invoices.queries.ts'

/** 1800 as 18 %. */
export const percent = (rate: number): string => `${rate / 100}%`

export const titleOf = ({ kind, seller }: Pick<InvoiceRow, 'kind' | 'seller'>, { say }: Texts): string =>
  kind === 'credit_note' ? say('Credit note') : seller.registration ? say('Tax invoice') : say('Invoice')

/** The lines of an address. */
export const addressOf = ({ address, city, pincode, state }: Party): string[] =>
  [address, [city, pincode].filter(Boolean).join(' '), state].filter(Boolean)

/** What the number of a registration is called there. */
export const registrationOf = ({ registration, country_code }: Party, { say }: Texts): string[] =>
  registration ? [`${country_code === 'IN' ? 'GSTIN' : say('VAT number')} ${registration}`] : []
