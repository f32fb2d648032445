import { deepEqual } from 'node:assert/strict'
import type { Db } from '../src/base/database/db.ts'

/** Where counters and deltas of figures differ from the rows that they count. */
export const wrongFigures = (db: Db) =>
  db`select c.* from figures f cross join lateral check_figure(f.name) c`

/** Every counted figure is what its rows say. */
export async function expectFiguresMatchRows(db: Db): Promise<void> {
  deepEqual([...(await db`${wrongFigures(db)}`)], [])
}
