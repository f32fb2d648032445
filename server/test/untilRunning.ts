import type { Pool } from '../src/base/database/db.ts'
import { until } from './until.ts'

/** Waits until this many statements that contain a text run in the database of the pool. */
export const untilRunning = (db: Pool, text: string, count = 1) =>
  until(`${count} times ${text} is running`, async () => {
    const running = await db`
      select from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and position(${text} in query) > 0`
    return running.length >= count
  })
