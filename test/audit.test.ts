import { expect, test } from 'vitest'
import { useDatabase } from '../server/test/database.ts'

const { db } = useDatabase()

// Tables that only the server writes: logs, counters, sessions, job state. And vouchers: one statement that creates or
// deletes many of them writes one audit entry for all.
const unaudited = [
  'audit_entries',
  'coin_balances',
  'customer_search',
  'day_counts',
  'file_removals',
  'idempotency_keys',
  'job_runs',
  'kept_searches',
  'migrations',
  'order_count_deltas',
  'order_counts',
  'order_history',
  'order_search',
  'referrer_counts',
  'referrers',
  'scan_count_deltas',
  'scan_counts',
  'scan_day_counts',
  'scans',
  'search_changes',
  'search_counts',
  'search_stamps',
  'secrets',
  'sessions',
  'shop_clock',
  'shop_storage',
  'sign_in_failures',
  'sign_in_origins',
  'sign_in_pressure',
  'staff_counts',
  'staff_delivery_counts',
  'user_counts',
  'user_day_counts',
  'voucher_count_deltas',
  'voucher_counts',
  'voucher_group_counts',
  'voucher_import_skips',
  'vouchers',
]

test('every table has the audit trigger, apart from the listed ones', async () => {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname = 'audit' and t.tgtype & 28 = 28)
    order by c.relname`
  expect(tables.map(({ name }) => name)).toEqual(unaudited)
})
