import type { Db } from '../base/database/db.ts'

/** Puts an order at a shelf place, or takes it from the shelf; the caller has locked it. */
export async function setShelfPlace(db: Db, id: string, place: string | null): Promise<void> {
  await db`update orders set version = version + 1, shelf_place = ${place} where id = ${id}`
}
