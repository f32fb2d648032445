import type { InvoiceKind } from '@our-print/contract/money/invoices.ts'
import { formatDay, plural } from '../../base/format/format.ts'

export const kindLabels: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  self_billed: 'Self-billed invoice',
  self_billed_credit: 'Self-billed credit note',
}

/** 1800 as 18%. */
export const percent = (rate: number) => `${rate / 100}%`

export const ordersText = (orders: readonly { number: number }[]) =>
  orders.length > 3 ? plural(orders.length, 'order') : orders.map(({ number }) => `#${number}`).join(', ')

/** Oct 2026, of any day of it. */
export const formatMonth = (day: string) => formatDay(day).replace(/^\S+ /, '')
