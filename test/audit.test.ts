import { expect, test } from 'vitest'
import { migrateIn } from '../server/src/base/database/migrate.ts'
import { buildOrder, buildSoldPlan, buildStaff, buildUser } from '../server/test/build.ts'
import { useDatabase } from '../server/test/database.ts'
import { read, sourceFiles } from './imports.ts'

const { db } = useDatabase()

test('every act that is kept has a name by which the audit is filtered', () => {
  const acts = sourceFiles
    .filter((file) => file.startsWith('server/src') && /\/auditTrail\.ts'/.test(read(file)))
    .flatMap((file) => [...read(file).matchAll(/\baction: '([a-z_ ]+)'/g)].map(([, action]) => action ?? ''))
  expect(acts.length).toBeGreaterThan(10)
  const [, labels = ''] = /actionLabels[^{]*\{(.*?)\n\}/s.exec(read('web/src/shop/audit/auditNames.ts')) ?? []
  const named = [...labels.matchAll(/^ {2}'?([a-z_ ]+)'?: /gm)].map(([, act]) => act)
  expect(acts.filter((act) => !named.includes(act))).toEqual([])
})

// Tables that only the server writes: logs, counters, sessions, job state, what is computed from other rows or from the
// bytes of a file, and what a visitor asks for before it is a request. The bin: a deletion and a restore have the entries of their records; so has what a bulk job changes. A
// place has one when a person says what it is. And vouchers: one statement that creates or deletes many of them writes one
// audit entry for all.
const unaudited = [
  'api_key_requests',
  'audit_entries',
  'audit_entry_hashes',
  'audit_positions',
  'audit_seals',
  'audit_seals_kept',
  'auto_prints',
  'bin',
  'bulk_job_records',
  'cash_entries',
  'cash_hands',
  'coin_balances',
  'customer_import_skips',
  'customer_merge_rows',
  'customer_search',
  'deleted_vouchers',
  'event_horizon',
  'event_queue',
  'events',
  'figure_counts',
  'figure_deltas',
  'figures',
  'file_approvals',
  'file_preflights',
  'file_removals',
  'file_thumbnails',
  'idempotency_keys',
  'invoice_drawings',
  'invoice_queue',
  'invoice_series',
  'leases',
  'migrations',
  'order_costs',
  'order_history',
  'order_search',
  'order_viewers',
  'past_prices',
  'print_job_costs',
  'push_messages',
  'referrers',
  'request_confirmations',
  'scans',
  'secrets',
  'sessions',
  'shop_clock',
  'shop_places',
  'shop_storage',
  'sign_in_failures',
  'sign_in_origins',
  'sign_in_pressure',
  'sql_objects',
  'statement_layouts',
  'statement_lines',
  'visitor_uploads',
  'voucher_import_skips',
  'voucher_moves',
  'vouchers',
  'webhook_attempts',
  'webhook_deliveries',
]

test('every table has the audit trigger, apart from the listed ones', async () => {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname = 'record_' || c.relname
        -- Inserts, deletes and updates, by one trigger or by several.
        having bit_or(t.tgtype) & 28 = 28)
    order by c.relname`
  expect(tables.map(({ name }) => name)).toEqual(unaudited)
})

// What else is a number but no amount. Integers of 32 bits, numbers, sizes and codes are not checked: nearly all of them count.
const noAmounts = [
  'configurations.coins_per_100_rupees',
  'configurations.shop_latitude',
  'configurations.shop_longitude',
  'coupon_uses.discount_percentage',
  'coupons.discount_percentage',
  'printer_readings.impressions',
  'printer_readings.jobs',
  'production_costs.gap_percent',
  'qr_codes.count_start',
  'qr_codes.value',
  'stock_entries.place',
  'stock_entries.quantity',
  'stock_items.entries',
  'stock_items.low_at',
]

test('of each column of numbers the audit knows whether it is an amount', async () => {
  const texts = read('web/src/shop/audit/auditTexts.ts')
  const listOf = (name: string) => {
    const [, list = ''] = new RegExp(`const ${name} = new Set\\(\\[(.*?)\\]`, 's').exec(texts) ?? []
    return [...list.matchAll(/'([\w.]+)'/g)].map(([, each = '']) => each)
  }
  const [money, coins] = [listOf('money'), listOf('inCoins')]
  const [, pattern = ''] = /const typedMoney =\s+\/(.*)\/$/m.exec(texts) ?? []
  const typed = new RegExp(pattern)
  const columns = await db<{ place: string; name: string; type: string }[]>`
    select c.relname || '.' || a.attname as place, a.attname as name, a.atttypid::regtype::text as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(${unaudited})
    order by 1`
  expect(money.length).toBeGreaterThan(30)
  const known = [...money, ...listOf('silent'), 'number', 'size', 'code']
  expect(
    columns
      .filter(({ type }) => ['bigint', 'numeric', 'double precision'].includes(type))
      .filter(({ place, name }) => !known.includes(name) && !coins.includes(place) && !typed.test(place))
      .map(({ place }) => place),
  ).toEqual(noAmounts)
  const paths = [...listOf('moneyWithin'), ...coins].map((path) => path.split('.').slice(0, 2).join('.'))
  expect(paths.filter((path) => !columns.some(({ place }) => place === path))).toEqual([])
})

test('a column that orders get by a migration is in their entries', async () => {
  const undo = new Error('undo')
  const change = db.begin(async (tx) => {
    await tx.unsafe('alter table orders add column gift text; delete from sql_objects')
    await migrateIn(tx)
    const [{ text }] = await tx<[{ text: string }]>`
      select prosrc as text from pg_proc where proname = 'record_orders'`
    expect(text).toContain(`jsonb_build_object('gift', old."gift")`)
    throw undo
  })
  await expect(change).rejects.toBe(undo)
})

test('the entry of an updated order has all that changed, and nothing else', async () => {
  const staff = await buildStaff(db)
  const { id: user } = await buildUser(db)
  const order = await buildOrder(db, { user })
  const row = async () => {
    const [{ row }] = await db<[{ row: Record<string, unknown> }]>`
      select to_jsonb(o) as row from orders o where id = ${order.id}`
    return row
  }
  const [before, plan] = [await row(), await buildSoldPlan(db, { user })]
  await db.begin(async (tx) => {
    await tx`select set_config('our_print.actor', ${staff.id}, true), set_config('our_print.request_id', 'abc', true)`
    await tx`
      update orders set version = version + 1, status = 'delivered', assigned_user = ${staff.id}, title = 'It''s "new"',
        notes = E'a\nb',
        address = '{"line1": "House", "more": [1, null]}', amount = amount + 5, delivered_at = now(), copies = copies + 1,
        pickup = not pickup, coupon_code = 'X', order_type = 'subscription', user_subscription_plan = ${plan.id}
      where id = ${order.id}`
    // No change besides the version.
    await tx`update orders set version = version + 1, title = title where id = ${order.id}`
  })
  const after = await row()
  const differing = (one: object) =>
    Object.fromEntries(
      Object.entries(one).filter(([key]) => JSON.stringify(before[key]) !== JSON.stringify(after[key])),
    )
  const entries = await db<{ before: object; after: object }[]>`
    select actor, action, entity, request_id, before, after from audit_entries where entity_id = ${order.id} order by id`
  expect(entries).toEqual([
    {
      actor: staff.id,
      action: 'update',
      entity: 'orders',
      request_id: 'abc',
      before: differing(before),
      after: { ...differing(after), version: 2 },
    },
    expect.objectContaining({ before: { version: 2 }, after: { version: 3 } }),
  ])
})

test('no secret is stored in an entry', async () => {
  const secrets = await db<{ column: string; hidden: boolean }[]>`
    select c.relname || '.' || a.attname as column,
      position(format('jsonb_build_object(%L, ''hidden'')', a.attname) in p.prosrc) > 0
        and position(format('"%s": "hidden"', a.attname) in p.prosrc) > 0 as hidden
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_proc p on p.proname = 'record_' || c.relname
    where c.relnamespace = 'public'::regnamespace
      and a.attname ~ 'password|token|secret|hash|signature|api_key'
      and a.atttypid in ('text'::regtype, 'bytea'::regtype)
    order by 1`
  expect(secrets.filter(({ hidden }) => !hidden)).toEqual([])
  expect(secrets.map(({ column }) => column)).toEqual([
    'api_keys.key_hash',
    'message_channels.inbound_hash',
    'message_channels.secret_sealed',
    'order_links.code_hash',
    'printers.password_sealed',
    'staff_users.password_hash',
    'webhooks.previous_secret_sealed',
    'webhooks.secret_sealed',
  ])
})
