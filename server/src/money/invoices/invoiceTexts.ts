import type { Party } from '@our-print/contract/money/invoices.ts'
import type { InvoiceRow } from './invoices.queries.ts'

/** The fonts have no sign of the rupee. */
export const money = (rupees: number): string =>
  rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1800 as 18 %. */
export const percent = (rate: number): string => `${rate / 100}%`

export const titleOf = ({ kind, seller }: Pick<InvoiceRow, 'kind' | 'seller'>): string =>
  kind === 'credit_note' ? 'Credit note' : seller.registration ? 'Tax invoice' : 'Invoice'

/** The lines of an address. */
export const addressOf = ({ address, city, pincode, state }: Party): string[] =>
  [address, [city, pincode].filter(Boolean).join(' '), state].filter(Boolean)

/** What the number of a registration is called there. */
export const registrationOf = ({ registration, country_code }: Party): string[] =>
  registration ? [`${country_code === 'IN' ? 'GSTIN' : 'VAT number'} ${registration}`] : []
