import type { Db } from '../base/database/db.ts'
import { cancelOfOrders } from '../printing/printJobs/changeJobs.queries.ts'
import { printedBeforeText } from '../printing/printJobs/jobSentences.ts'

/** Stops what is printed of orders that were just cancelled; their history says what was printed by then. */
export async function cancelPrinting(db: Db, ids: string[]): Promise<void> {
  const printed = await cancelOfOrders(db, ids)
  if (printed.length === 0) return
  await db`
    update order_history h set note = concat_ws(' · ', nullif(h.note, ''), p.note)
    from unnest(${printed.map(({ order }) => order)}::uuid[], ${printed.map(printedBeforeText)}::text[]) p (id, note)
    where h.order_id = p.id and h.to_status = 'cancelled'`
}
