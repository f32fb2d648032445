import { currency } from '@our-print/contract/money/currency.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, notFound, unprocessable } from '../../base/http/problem.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import { textsIn } from '../../customer/languages/texts.ts'
import * as statements from '../../rewards/voucherStatements/voucherStatements.queries.ts'
import * as numbers from './invoiceNumbers.queries.ts'
import * as settingsOfInvoices from './invoiceSettings.queries.ts'
import * as invoices from './invoices.queries.ts'
import { type Issuer, readSettings } from './issueInvoices.ts'

const noTax = { tax_name: 'No tax', rate: 0, tax: 0 }

/**
 * Issues the self-billed invoice of a month: what the shop owes a company for its vouchers by the statement. The company sells
 * and the shop buys; a voucher by itself is not taxed.
 */
export async function issueForVouchers(db: Db, by: Issuer, client: string, month: string): Promise<string> {
  const settings = await readSettings(db)
  await lockMonth(db, client, month)
  const replaces = await findCredited(db, client, month)
  const { lines: stated, due } = await statements.read(db, { client, month })
  if (due === 0) throw unprocessable('month', 'Nothing is due for the vouchers of this month')
  if (due < 0)
    throw unprocessable(
      'month',
      'More sales were voided in this month than made: credit the invoice of the month in which they were sold',
    )
  const language = await languageOf(db, null)
  const { say, count } = textsIn(language)
  const lines = stated
    .filter((line) => line.due !== 0)
    .map(({ voucher_detail, sold, ...line }) => {
      const amount = toPaise(line.due)
      const text = `${voucher_detail ?? say('Deleted vouchers')}, ${count('codes', sold)}`
      return { order_id: null, text, code: '', amount, discount: 0, net: amount, ...noTax, credits: null }
    })
  const net = lines.reduce((sum, line) => sum + line.net, 0)
  const { monthly, company, version, ...seller } = await settingsOfInvoices.readBuyer(db, client)
  const taxes = [{ name: noTax.tax_name, rate: 0, net, tax: 0, parts: [] }]
  const content = {
    currency: currency(),
    language,
    seller,
    buyer: settings.seller,
    prices_contain_tax: true,
    paid: 0,
    taxes,
  }
  return invoices.add(
    db,
    {
      kind: 'self_billed',
      user_id: null,
      client_id: client,
      month: `${month}-01`,
      credits: null,
      replaces,
      reason: '',
      by,
      content,
      lines,
    },
    await numbers.next(db, settings, 'self_billed'),
  )
}

/**
 * Locks a company, so that two do not issue its invoice, and waits for sales of its codes that are not committed; refuses a
 * month that is not over.
 */
async function lockMonth(db: Db, client: string, month: string): Promise<void> {
  const [found] = await db<{ is_past: boolean }[]>`
    select (${month} || '-01')::date + interval '1 month' <= shop_day(now()) as is_past
    from live_clients where id = ${client} for update`
  if (!found) throw notFound('Company')
  if (!found.is_past) throw unprocessable('month', 'This month is not over yet')
}

/** The last invoice of a month if all of it was credited, which the next one replaces; null: there is none. */
async function findCredited(db: Db, client: string, month: string): Promise<string | null> {
  const [last] = await db<{ id: string; number: string; is_credited: boolean }[]>`
    select i.id, i.number, i.total = (select coalesce(sum(n.total), 0) from invoices n where n.credits = i.id) as is_credited
    from invoices i where i.client_id = ${client} and i.month = ${`${month}-01`} and i.kind = 'self_billed'
    order by i.id desc limit 1`
  if (last && !last.is_credited)
    throw conflict(`This month is in invoice ${last.number} already. Credit that one first.`, 'invoiced')
  return last?.id ?? null
}
