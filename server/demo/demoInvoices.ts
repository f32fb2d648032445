import type { Transaction } from '../src/base/database/db.ts'
import * as settings from '../src/money/invoices/invoiceSettings.queries.ts'
import { issueForVouchers } from '../src/money/invoices/issueForVouchers.queries.ts'
import { issueForMonth } from '../src/money/invoices/issueInvoices.ts'
import * as demoInvoices from './demoInvoices.queries.ts'

/**
 * A seller, and two companies with an invoice for each month of business; some customers ordered for them. A company is owed
 * for its vouchers by a self-billed one.
 */
export async function invoiceCompanies(
  tx: Transaction,
  chosen: readonly string[],
  admin: string | null,
): Promise<void> {
  const { version: _, ...current } = await settings.get(tx)
  await settings.save(tx, {
    ...current,
    issue: 'delivery',
    seller: {
      ...current.seller,
      name: 'Our Print',
      address: '4 MG Road',
      city: 'Pune',
      pincode: '411001',
      state: 'Maharashtra',
      registration: '27AAPFU0939F1ZV',
    },
  })
  for (const client of chosen) {
    const { version, company, ...billing } = await settings.getBilling(tx, client)
    await settings.saveBilling(tx, client, { ...billing, monthly: true })
  }
  for (const { client, month } of await demoInvoices.monthsOf(tx, chosen))
    await issueForMonth(tx, admin, client, month)
  for (const { client, month } of await demoInvoices.monthOfVouchers(tx))
    await issueForVouchers(tx, admin, client, month)
}
