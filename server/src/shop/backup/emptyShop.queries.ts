import type { Db } from '../../base/database/db.ts'
import { tablesOf } from './schema.queries.ts'

/**
 * The tables that may have rows in an empty shop: migrations, the first start and signing in write them. With `true`
 * any row is allowed; otherwise the value is an SQL condition for rows that a person entered, which are not allowed.
 * A table that is not listed must be empty.
 */
const initialRows: Record<string, true | string> = {
  migrations: true,
  figures: true,
  sql_objects: true,
  secrets: true,
  shop_clock: true,
  shop_storage: true,
  shop_places: true,
  file_removals: true,
  // Responses to requests, which an empty shop has refused.
  idempotency_keys: true,
  sign_in_failures: true,
  sign_in_origins: true,
  sign_in_pressure: true,
  leases: true,
  // What the first start and signing in announced.
  event_queue: true,
  events: true,
  event_horizon: true,
  sessions: true,
  order_viewers: true,
  push_subscriptions: true,
  push_messages: true,
  // The first super admin, who may have changed the one-time password; the accounts of the backup replace it.
  staff_users: 'not is_superuser or (select count(*) from staff_users) > 1',
  audit_entries: `entity not in ('staff_users', 'sessions')`,
  figure_counts: `figure <> 'audit_figures'`,
  figure_deltas: `figure <> 'audit_figures'`,
  audit_positions: true,
  audit_seals: true,
  audit_entry_hashes: true,
  audit_seals_kept: true,
  configurations: 'version > 1',
  // The three that a migration makes.
  ability_sets: 'version > 1 or (select count(*) from ability_sets) <> 3',
  production_costs: 'version > 1',
  invoice_settings: 'version > 1',
  approval_rules: 'version > 1',
  message_channels: 'version > 1',
  message_templates: 'version > 1',
}

/** The first table in which a person entered something; undefined for an empty shop or an empty database. */
export async function findShopData(db: Db): Promise<string | undefined> {
  for (const { name } of await tablesOf(db)) {
    const fresh = initialRows[name]
    if (fresh === true) continue
    const [row] = await db<[{ used: boolean }]>`
      select exists (select from ${db(name)} ${fresh ? db.unsafe(`where ${fresh}`) : db``}) as used`
    if (row.used) return name
  }
  return undefined
}

/** Whether a server is connected: it would continue with cached data of the old shop. */
export async function isServed(db: Db): Promise<boolean> {
  const [row] = await db<[{ others: number }]>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'our-print'`
  return row.others > 0
}
