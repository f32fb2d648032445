import type { Pool } from '../../server/src/database/db.ts'

/** The audited tables, the most frequent first. */
const tables =
  'orders,coin_entries,users,order_files,purchased_vouchers,vouchers,leads,coupon_uses,referrals,voucher_infos,clients,qr_codes,images,coupons,user_subscription_plans,delivery_proofs,saved_views,staff_users,subscription_plans,configurations'

const piece = 500_000

/**
 * Adds audit entries of the last 1,000 days by twenty people: a few kinds of records have most of them, each order has
 * ten. One person writes nearly all the time, and one wrote hardly anything.
 */
export async function addAuditEntries(db: Pool, entries: number, say: (sentence: string) => void) {
  const people = await db<{ id: string }[]>`
    insert into staff_users (email, full_name, password_hash)
    select 'writer' || n || '@print.test', 'Writer ' || n, '-' from generate_series(1, 20) n returning id`
  const actors = people.map(({ id }) => id)
  // Built afterwards, which is several times faster.
  const indexes = await db<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'audit_entries' and indexname <> 'audit_entries_pkey'`
  for (const { name } of indexes) await db`drop index ${db(name)}`
  for (let from = 0; from < entries; from += piece) {
    await db`
      insert into audit_entries (id, at, actor, action, entity, entity_id, before, after, request_id)
      select overlay(overlay(gen_random_uuid()::text placing lpad(to_hex(n / 65536), 8, '0') from 1 for 8)
          placing lpad(to_hex(n % 65536), 4, '0') from 10 for 4)::uuid,
        now() - interval '1000 days' * (1 - n::float8 / ${entries}),
        (${actors}::uuid[])[1 + floor(20 * power(random(), 3))::int],
        case when random() < 0.2 then 'insert' when random() < 0.995 then 'update' else 'delete' end,
        (string_to_array(${tables}, ','))[1 + floor(20 * power(random(), 4))::int],
        -- Of version 7, as the API wants its ids.
        overlay(overlay(md5((n / 10)::text) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid,
        jsonb_build_object('status', 'confirmed', 'version', 1),
        jsonb_build_object('status', 'assigned', 'version', 2, 'title', 'Thesis ' || n),
        gen_random_uuid()::text
      from generate_series(${from}::int, ${Math.min(entries, from + piece) - 1}::int) n`
    say(`${(from + piece).toLocaleString('en')} audit entries`)
  }
  for (const { definition } of indexes) await db.unsafe(definition)
  await db`select recount_audit()`
  await db`vacuum (analyze) audit_entries, audit_counts`
  return actors
}
