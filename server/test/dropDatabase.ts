import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../src/base/database/db.ts'

/**
 * Ends all connections to a database and drops it. `drop … with (force)` fails while autovacuum works on it, because its
 * process belongs to the superuser; a plain drop cancels autovacuum and waits for it.
 */
export async function dropDatabase(admin: Pool, name: string): Promise<void> {
  for (let tries = 1; !(await endConnections(admin, name)) && tries < 50; tries++) await sleep(50)
  await admin.unsafe(`drop database if exists ${name}`)
}

/** False if a connection was just ending: PostgreSQL then knows no role for it any more, and refuses. */
async function endConnections(admin: Pool, name: string): Promise<boolean> {
  try {
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
}
