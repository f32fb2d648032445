import type { Db } from '../base/database/db.ts'
import { type Done, doneNow, whenDone } from '../base/database/doneTimes.ts'

/** When something was done to locked orders that a device says was done at `said`: not before what happened to each by then. */
export async function whenDoneTo(
  db: Db,
  orders: string[],
  said: string | undefined,
): Promise<(order: string) => Done> {
  if (said === undefined) return () => doneNow
  const rows = await db<{ order_id: string; last: string; now: string }[]>`
    select order_id, max(coalesce(happened_at, at)) as last, clock_timestamp() as now
    from order_history where order_id = any(${orders}::uuid[]) group by order_id`
  const times = new Map(rows.map(({ order_id, last, now }) => [order_id, whenDone(said, now, last)]))
  return (order) => times.get(order) ?? whenDone(said, new Date().toISOString())
}

/** Notes in the history of an order what happened to it while it stays as it is. */
export const addNote = (
  db: Db,
  by: string | null,
  order: string,
  note: string,
  noted: 'note' | 'complaint' = 'note',
) => db`
  insert into order_history (order_id, by, from_status, to_status, noted, note)
  select id, ${by}, status, status, ${noted}, ${note} from orders where id = ${order}`

/** Notes that a refused act of a courier was sent to the office, or settled there. */
export const addTaskNote = (
  db: Db,
  by: string,
  order: string,
  courier_task: 'sent' | 'settled',
  note: string,
) => db`
  insert into order_history (order_id, by, from_status, to_status, courier_task, note)
  select id, ${by}, status, status, ${courier_task}, ${note} from orders where id = ${order}`

/** Notes that an order was printed by itself, or why it was not. */
export const addAutoPrint = (db: Db, order: string, auto_printed: boolean, note: string) => db`
  insert into order_history (order_id, from_status, to_status, auto_printed, note)
  select id, status, status, ${auto_printed}, ${note} from orders where id = ${order}`
