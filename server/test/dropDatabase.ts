import type { Pool } from '../src/database/db.ts'

/**
 * Drops a database whoever is still connected to it. `with (force)` is refused while autovacuum, which is the
 * superuser's, works on it; a plain drop sends autovacuum away and waits for it.
 */
export async function dropDatabase(admin: Pool, name: string): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`
  await admin.unsafe(`drop database if exists ${name}`)
}
