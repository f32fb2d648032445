import type { Db } from '../base/database/db.ts'
import { undoNotes } from '../customer/pageFacts/undoNotes.ts'

/** Puts an order at a shelf place, or takes it from the shelf; the caller has locked it. */
export async function setShelfPlace(db: Db, id: string, place: string | null): Promise<void> {
  await db`update orders set version = version + 1, shelf_place = ${place} where id = ${id}`
}

type Move = { id: string; from: string; to: string; note: string | null }
const isBack = ({ from, to, note }: Move) =>
  from === 'out-for-delivery' && to === 'assigned' && note !== null && undoNotes.includes(note)

/**
 * The place where an order `o` stands all the same, if its move says that it never left: that of its last scan. Null where it
 * did leave after that scan, or where another order was put there once this one seemed to be gone.
 */
export function placeKept(db: Db, moves: readonly Move[]) {
  const back = moves.filter(isBack).map(({ id }) => id)
  // Most moves read nothing of this.
  if (back.length === 0) return db`null`
  return db`
  case when o.id = any(${back}::uuid[]) then (
    select t.shelf_place from (
      select id, at, shelf_place from ticket_scans
      where order_id = o.id and purpose = 'shelf' and result <> 'refused' order by id desc limit 1) t
    where not exists (select from order_history h
        where h.order_id = o.id and h.at > t.at and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
          and coalesce(h.note, '') <> all(${[...undoNotes]}::text[]))
      and not exists (select from ticket_scans s join orders p on p.id = s.order_id
        where s.id > t.id and s.at > o.out_for_delivery_at and s.shelf_place = t.shelf_place and p.id <> o.id
          and p.shelf_place = t.shelf_place and p.status in ('confirmed', 'assigned'))) end`
}
