import type { Db } from '../database/db.ts'
import { tablesOf } from './schema.queries.ts'

/**
 * Rows that a shop may have before anyone entered anything: those of its migrations and its first start, and what
 * signing in leaves. `true`: any row of the table. Otherwise the condition for a row that a person did enter.
 * A table that is not named here must have no rows at all.
 */
const freshRows: Record<string, true | string> = {
  migrations: true,
  secrets: true,
  shop_clock: true,
  shop_storage: true,
  file_removals: true,
  // Answers of requests that, in an empty shop, were all refused.
  idempotency_keys: true,
  sign_in_failures: true,
  sign_in_origins: true,
  sign_in_pressure: true,
  job_runs: true,
  sessions: true,
  // The first super admin, whose one-time password may have been changed; the accounts of the backup take its place.
  staff_users: 'not is_superuser or (select count(*) from staff_users) > 1',
  audit_entries: `entity <> 'staff_users'`,
  configurations: 'version > 1',
  user_counts: 'users <> 0',
}

/** The first table in which people have entered something; undefined for an empty shop, or a database without one. */
export async function findUse(db: Db): Promise<string | undefined> {
  for (const { name } of await tablesOf(db)) {
    const fresh = freshRows[name]
    if (fresh === true) continue
    const [row] = await db<[{ used: boolean }]>`
      select exists (select from ${db(name)} ${fresh ? db.unsafe(`where ${fresh}`) : db``}) as used`
    if (row.used) return name
  }
  return undefined
}

/** Whether a server has this database open: it would go on with what it remembers of the shop before. */
export async function isServed(db: Db): Promise<boolean> {
  const [row] = await db<[{ others: number }]>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'our-print'`
  return row.others > 0
}
