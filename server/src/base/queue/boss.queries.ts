import type { Db } from '../database/db.ts'

/** Lets one process at a time create or migrate the schema of pg-boss; released with the transaction. */
export const lockStart = (db: Db) => db`select pg_advisory_xact_lock(hashtextextended('start pg-boss', 0))`
