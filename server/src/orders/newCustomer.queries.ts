import type { Db } from '../base/database/db.ts'
import { tellOfOrders } from '../customer/messages/tellFacts.queries.ts'
import { customerId } from '../customer/pageFacts/customerId.ts'
import { forgetApprovals } from '../customer/pageFacts/pageFacts.queries.ts'
import { addNote } from './orderHistory.queries.ts'

/**
 * What it means that an order is of another customer now: what the one before had by their link, asked and agreed to is not the
 * new one's, and the new one is told. After the order was written. A merge is no such change: it is the same person.
 */
export async function passOn(db: Db, by: string, order: string): Promise<void> {
  await endLinks(db, by, [order])
  // One that somebody decides at this moment is left to them, so that neither waits for the other.
  await db`
    update order_requests set version = version + 1, status = 'declined', decided_at = now(), decided_by = ${by},
      reason = 'The order is of another customer now.'
    where id in (select id from order_requests where order_id = ${order} and status = 'open' for update skip locked)`
  await forgetApprovals(db, order)
  await tellOfOrders(db, 'order_taken', [order])
}

/** Ends links that the wrong customer has. */
export async function endLinks(db: Db, by: string, orders: readonly string[]): Promise<void> {
  // Deleted, because a message makes no link in place of a revoked one, and that to the right customer needs its own.
  const ended = await db<{ order_id: string }[]>`
    delete from order_links where order_id = any(${[...orders]}::uuid[]) and revoked_at is null returning order_id`
  for (const { order_id } of ended) await addNote(db, by, order_id, 'Customer’s link revoked')
}

/** The notes of an order without what its customer has added to them: the next customer is not told, nor is it done for them. */
export async function officeNotes(db: Db, order: string, notes: string): Promise<string> {
  const changes = await db<{ from: string | null; to: string | null }[]>`
    select c ->> 'from' as "from", c ->> 'to' as "to" from order_history h, jsonb_array_elements(h.changes) c
    where h.order_id = ${order} and h.by = ${customerId} and c ->> 'field' = 'notes'`
  const linesOf = (text: string | null) => (text ?? '').split(/\r?\n/)
  const added = new Set(
    changes.flatMap(({ from, to }) => linesOf(to).filter((line) => !linesOf(from).includes(line))),
  )
  if (added.size === 0) return notes
  return linesOf(notes)
    .filter((line) => line === '' || !added.has(line))
    .join('\n')
}
