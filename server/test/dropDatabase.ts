import type { Pool } from '../src/database/db.ts'

/**
 * Ends all connections to a database and drops it. `drop … with (force)` fails while autovacuum works on it, because its
 * process belongs to the superuser; a plain drop cancels autovacuum and waits for it.
 */
export async function dropDatabase(admin: Pool, name: string): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`
  await admin.unsafe(`drop database if exists ${name}`)
}
