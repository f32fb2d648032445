import { isDatabaseUnavailable, type Pool, type Transaction } from '../../base/database/db.ts'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import { Problem } from '../../base/http/problem.ts'
import * as orders from './invoicedOrders.queries.ts'
import { issue, issueForMonth, readSettings } from './issueInvoices.ts'

/** Issued in one transaction, during which others wait for a number. */
const batch = 25

/**
 * Issues the invoices of delivered orders, each once: an order leaves the queue in the transaction that issues. One that fails
 * goes to its end, so that others do not wait for it; the first failure is thrown at the end.
 */
export async function issueQueued(pool: Pool): Promise<number> {
  const failures: unknown[] = []
  for (let issued = 0; ; ) {
    const { taken, failed } = await inJobTransaction(pool, (tx) => issueSome(tx))
    failures.push(...failed)
    issued += taken - failed.length
    if (taken === batch && failed.length < taken) continue
    if (failures.length > 0) throw failures[0]
    return issued
  }
}

async function issueSome(tx: Transaction): Promise<{ taken: number; failed: unknown[] }> {
  const taken = await orders.takeQueued(tx, batch)
  const settings = taken.length > 0 && (await readSettings(tx))
  const failed: unknown[] = []
  for (const order of taken) {
    const isOwed = order.status === 'delivered' && order.invoiced === null && order.amount > order.discount
    if (!settings || !isOwed) continue
    try {
      await tx.savepoint((db) => issue(db, null, [order], null, settings))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      failed.push(error)
      await orders.putBack(tx, order.id)
    }
  }
  return { taken: taken.length, failed }
}

/**
 * Issues the invoices of companies for the month that has passed, each once over all processes. One that fails keeps no other
 * waiting; the first failure is thrown at the end.
 */
export async function issueMonths(pool: Pool): Promise<void> {
  const failures: unknown[] = []
  for (const { client, month } of await orders.dueCompanies(pool)) {
    try {
      await inJobTransaction(pool, (tx) => issueForMonth(tx, null, client, month))
    } catch (error) {
      // Another process was first, and nothing is left.
      if (!(error instanceof Problem) || error.status !== 422) failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
