import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { InvoiceFacts } from '@our-print/contract/money/invoices.ts'
import { orderMoves, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import {
  planPages,
  priceInPaise,
  subscriptionPriceInPaise,
  toPaise,
} from '@our-print/contract/orders/price.ts'
import type { Lead } from '@our-print/contract/people/leads.ts'
import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../../test/endpoints.ts'
import type { Pool } from '../src/base/database/db.ts'
import { isMadeUp } from '../src/printing/ipp/printerAddress.ts'
import { readCounters } from '../src/printing/production/printerReadings.queries.ts'
import * as configurations from '../src/shop/configurations/configurations.queries.ts'
import { useApi } from '../test/api.ts'
import { buildStaff } from '../test/build.ts'
import { useDatabase } from '../test/database.ts'
import { moneyChecks } from '../test/moneyInvariants.ts'
import { printDocuments } from './content/printDocuments.ts'
import { openDemoShop } from './demoShop.ts'

const api = useApi()
const twin = useDatabase()
const untouched = useDatabase()
const today = useDatabase()
const count = 150
// A Friday noon in Kolkata.
const now = new Date('2026-11-20T06:30:00Z')
let message: string

beforeAll(async () => {
  message = await openDemoShop(api.resources, { orders: count, now })
})

const demoOrders = (db: Pool) => db`
  select id, number, title, status, user_id, assigned_user, pdf_page_count, copies, address, amount, attempts,
    created_at, assigned_at, out_for_delivery_at, delivered_at, cancelled_at, version from orders order by number`
const whatIsOrdered = (db: Pool) => db`
  select number, title, status, user_id, assigned_user, pdf_page_count, copies, address, amount, attempts, version
  from orders order by number`

const people = (db: Pool) =>
  db`select first_name, last_name, email, mobile, notes, referral_code, created_at from users order by id`
const around = async (db: Pool) => [
  await db`select id, user_id, plan, starts_on, ends_on, pages_used from user_subscription_plans order by id`,
  await db`select id, name, email, mobile, status, follow_up_on, user_id from leads order by id`,
  await db`select user_id, earned, spent from coin_balances order by user_id`,
  await db`select id, name, contact, joined_on, address from clients order by id`,
  await db`select id, voucher_info_id, voucher_code, is_assigned, is_active from vouchers order by id`,
  await db`select id, user_id, voucher_id, purchased_at, voided_at from purchased_vouchers order by id`,
  await db`select id, code, validity, redirection_url, image_id from qr_codes order by id`,
  await db`select qr_code_id, at, kind from scans order by id`,
  await db`select id, code, usage_count, given_away from coupons order by id`,
  await db`select id, coupon_id, order_id, discount from coupon_uses order by id`,
  await db`select id, referrer, referred, order_id, suspicions, counted_at from referrals order by id`,
  await db`select user_id, place, referrals, total, fulfilled from referrers order by place`,
  await db`select id, referral_id, kind, claims, at from referral_claims order by id`,
]

const parts = (db: Pool) => db`
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select tgname || tgrelid::regclass, tgenabled::text from pg_trigger where not tgisinternal
  order by 1, 2`

test('the message says what was created and how to sign in as a staff user', async () => {
  const { emails, password } =
    /sign in as (?<emails>.*), all with the password (?<password>\S+) /.exec(message)?.groups ?? {}
  expect(message).toContain('150 orders of 60 customers, and 6 delivery staff')
  for (const email of emails?.split(', ') ?? []) {
    const reply = await api.as(undefined).post('/api/admin-login', { email, password })
    expect(reply.json()).toMatchObject({ user: { email, is_superuser: false } })
  }
})

test('a shop with orders or customers is not changed', async () => {
  const before = await api.db`select count(*) from users`
  expect(await openDemoShop(api.resources, { orders: count })).toContain('has added nothing')
  expect(await api.db`select count(*) from users`).toEqual(before)
})

test('two shops created at the same time are equal', async () => {
  await openDemoShop({ pool: twin.db, storage: api.resources.storage }, { orders: count, now })
  expect(await demoOrders(twin.db)).toEqual(await demoOrders(api.db))
  expect(await people(twin.db)).toEqual(await people(api.db))
  expect(await around(twin.db)).toEqual(await around(api.db))
})

test.each(['2026-11-19T20:00:00Z', '2026-11-20T17:00:00Z'])(
  'at %s of the same day only times differ',
  async (hour) => {
    await twin.db`truncate users, orders, order_files, order_history, order_search, staff_users, subscription_plans,
      clients, qr_codes, coupons, images, printers, scans, figure_counts, figure_deltas restart identity cascade`
    await openDemoShop(
      { pool: twin.db, storage: api.resources.storage },
      { orders: count, now: new Date(hour) },
    )
    expect(await whatIsOrdered(twin.db)).toEqual(await whatIsOrdered(api.db))
    expect(await people(twin.db)).toEqual(await people(api.db))
    const [row] = await twin.db<[{ last: string }]>`select max(at) as last from order_history`
    expect(Date.parse(row.last)).toBeLessThan(Date.parse(hour))
  },
)

test('the desk has promises, some late and some soon, quotes, a complaint and tags', async () => {
  const countOf = async (path: string) => (await api.as('admin').get(path)).json<{ count: number }>().count
  const [{ soon, late }] = await api.db<[{ soon: number; late: number }]>`
    select count(*) filter (where promised_at between ${now.toISOString()} and ${now.toISOString()}::timestamptz
        + interval '1 hour')::int as soon,
      count(*) filter (where promised_at < ${now.toISOString()})::int as late
    from orders where status in ('confirmed', 'assigned', 'out-for-delivery')`
  expect([soon, late > 0]).toEqual([2, true])
  expect([await countOf('/api/quotes/'), await countOf('/api/customer-tags/')]).toEqual([2, 4])
  const { results } = (await api.as('admin').get('/api/complaints/')).json()
  expect(results.map(({ resolution }: { resolution: string | null }) => resolution).toSorted()).toEqual([
    'nothing',
    null,
  ])
})

test('two printers are there, which nobody asks', async () => {
  const { results } = (await api.as('admin').get('/api/printers/?ordering=name')).json()
  expect(results).toMatchObject([
    { name: 'Colour press', click_color: 3.2, status: { state: 'idle', color: true } },
    { name: 'Mono press', prints_color: false, status: { state: 'idle', color: false } },
  ])
  expect(results.every(({ uri }: { uri: string }) => isMadeUp(uri))).toBe(true)
})

test('some of the newest orders are in the queue of the printers', async () => {
  const states = await api.db`
    select distinct state from print_jobs where state <> 'done' order by state`
  expect(states.map(({ state }) => state)).toEqual(['failed', 'held', 'queued', 'stopped'])
})

test('print jobs have the files of their orders, and what is printed is printed whole', async () => {
  const wrong = await api.db`
    select j.id from print_jobs j join orders o on o.id = j.order_id
    where (j.file_id is null) <> o.bundle
      or (not o.bundle and not exists (select from order_files f where f.id = j.file_id and f.order_id = o.id))
    union all
    select o.id from orders o where not is_fully_printed(o) and exists (select from print_jobs j where j.order_id = o.id)
      and not exists (select from print_jobs j where j.order_id = o.id and j.finished_at is null)`
  expect(wrong).toEqual([])
})

test('the counters of the printers go on where the readings ended', async () => {
  await api.db`update printers set seen_at = now()`
  await readCounters(api.db)
  // One printer is stopped at a job, and is not read.
  const read = await api.db`
    select gap from compared_readings r where at = (select max(at) from current_readings n where n.printer_id = r.printer_id)`
  expect(read).toEqual([{ gap: 0 }, { gap: 0 }])
})

test('list counts match the rows', async () => {
  for (const status of orderStatuses) {
    const [row] = await api.db<[{ count: number }]>`
      select count(*)::int as count from orders where status = ${status}`
    const { count, results } = (await api.as('admin').get(`/api/all-orders/?status=${status}`)).json()
    expect({ status, count }).toEqual({ status, count: row.count })
    expect(results.length).toBe(Math.min(10, row.count))
  }
  const today = '2026-11-20'
  const reply = await api.as('admin').get(`/api/all-orders/?from_date=${today}&to_date=${today}`)
  expect(reply.json().count).toBeGreaterThan(0)
})

test('a search finds orders', async () => {
  const [order] = await api.db<[{ id: string; number: number }]>`select id, number from orders limit 1`
  const reply = await api.as('admin').get(`/api/all-orders/?query=${order.number}`)
  expect(reply.json().results.map(({ id }: Order) => id)).toContain(order.id)
})

test('every history has allowed moves only, in order, and ends with the order’s status', async () => {
  const orders = await api.db<
    {
      created_at: string
      status: string
      steps: { at: string; from: string | null; to: string; note: string }[]
    }[]
  >`
    select created_at, status, (select json_agg(json_build_object('at', at at time zone 'utc',
      'from', from_status, 'to', to_status, 'note', note) order by h.id)
      from order_history h where h.order_id = o.id and (h.from_status, h.to_status) is distinct from ('delivered', 'delivered')) as steps from orders o`
  for (const { steps, status, created_at } of orders) {
    const times = steps.map(({ at }) => Date.parse(`${at}Z`))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(0)).toBe(Date.parse(created_at))
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    expect(steps.at(-1)?.to).toBe(status)
    for (const [index, { from, to, note }] of steps.slice(1).entries()) {
      const move = orderMoves.find((move) => move.from === from && move.to === to)
      expect(move && (!move.needsNote || note !== null), `${from} to ${to}`).toBe(true)
      expect(steps[index]?.to).toBe(from)
    }
  }
})

test('most promises of delivered orders were kept, and what was proposed is known of them', async () => {
  const { total, rows } = (await api.as('admin').get('/api/promises/kept/')).json()
  expect(total.kept / total.orders).toBeGreaterThan(0.6)
  expect(total.missed).toBeGreaterThan(0)
  expect(total.proposed).toBe(total.orders)
  expect(rows.length).toBeGreaterThan(2)
})

test('each order matches its history, customer and files', async () => {
  const wrong = await api.db`
    select o.number from orders o
    where not (o.created_at < coalesce(o.assigned_at, 'infinity')
        and coalesce(o.assigned_at, '-infinity') < coalesce(o.out_for_delivery_at, 'infinity')
        and coalesce(o.out_for_delivery_at, '-infinity') < coalesce(o.delivered_at, 'infinity'))
      or (o.status = 'delivered') <> (o.delivered_at is not null)
      or (o.status = 'cancelled') <> (o.cancelled_at is not null)
      or o.created_at < (select created_at from users u where u.id = o.user_id)
      or o.attempts <> (select count(*) from order_history h
        where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned')
      or o.version <> (o.promised_at is not null)::int + (
        select count(*) from order_history h where h.order_id = o.id and (h.from_status, h.to_status) is distinct from ('delivered', 'delivered'))
      or o.pdf_page_count <> (select sum(page_count) from order_files f where f.order_id = o.id)`
  expect(wrong).toEqual([])
})

test('prices match the configuration, and responses match the contract', async () => {
  const configuration = await configurations.get(api.db)
  const { results } = (await api.as('admin').get('/api/all-orders/?limit=100')).json<{ results: Order[] }>()
  for (const order of results) {
    const pages = order.impressions - order.blank_sides
    const isPaid = order.order_type === 'subscription'
    const price = isPaid ? subscriptionPriceInPaise : priceInPaise
    expect(toPaise(order.amount ?? -1)).toBe(price({ ...order, pages }, configuration))
    expect(order.plan_pages).toBe(isPaid ? planPages({ ...order, pages }) : 0)
    expect((await api.as('admin').get(`/api/all-orders/${order.id}/`)).statusCode).toBe(200)
  }
})

test('coin entries match the deliveries, and their sums the balances', async () => {
  const wrong = await api.db`
    select o.number from orders o cross join configurations c
    where (select coalesce(sum(delta), 0) from coin_entries e where e.order_id = o.id) <>
      case when o.status = 'delivered' then floor(o.payable * c.coins_per_100_rupees::numeric / 100) else 0 end`
  expect(wrong).toEqual([])
  const unbalanced = await api.db`
    select user_id, sum(delta) from coin_entries group by 1
    except select user_id, earned - spent from coin_balances`
  expect(unbalanced).toEqual([])
  const given = await api.db`select from coin_entries where order_id is null`
  expect(given.length).toBeGreaterThan(3)
})

test('sold plans of every status match the pages of their orders, which fall into their days', async () => {
  const wrong = await api.db`
    select b.id from user_subscription_plans b
    left join orders o on o.user_subscription_plan = b.id and o.status <> 'cancelled'
    group by b.id having b.pages_used <> coalesce(sum(o.plan_pages), 0)
    union all
    select b.id from user_subscription_plans b join orders o on o.user_subscription_plan = b.id
    where o.user_id <> b.user_id or shop_day(o.created_at) not between b.starts_on and b.ends_on
      or o.created_at < b.created_at
    union all
    select b.id from user_subscription_plans b join users u on u.id = b.user_id where u.created_at > b.created_at`
  expect(wrong).toEqual([])
  const { results } = (await api.as('admin').get('/api/user-subscription-plans/?limit=100')).json()
  expect(results).toHaveLength(20)
  const [row] = await api.db`select count(*)::int as count from orders where order_type = 'subscription'`
  expect(row?.['count']).toBeGreaterThan(3)
  expect((await api.as('admin').get('/api/subscription-plans/')).json().count).toBe(4)
})

test('there are leads of every status', async () => {
  const { count, results } = (await api.as('admin').get('/api/contact_us/?limit=100')).json<{
    count: number
    results: Lead[]
  }>()
  expect(count).toBe(25)
  const of = (status: Lead['status']) => results.filter((lead) => lead.status === status)
  expect(of('new').length).toBeGreaterThan(5)
  expect(of('contacted').every(({ follow_up_on, owner }) => follow_up_on && owner)).toBe(true)
  expect(of('won').every(({ user, client }) => user ?? client)).toBe(true)
  expect(results.some(({ doubles }) => doubles?.some(({ kind }) => kind === 'lead'))).toBe(true)
})

test('every file can be downloaded and has its number of pages', async () => {
  const files = await api.db<{ storage_key: string; page_count: number; size: number; order_id: string }[]>`
    select distinct on (storage_key) storage_key, page_count, size, order_id from order_files`
  expect(files.length).toBe(Object.keys(printDocuments).length)
  for (const { storage_key, page_count, size } of files) {
    const bytes = await buffer(await api.resources.storage.read(storage_key))
    expect(bytes.length).toBe(size)
    const path = join(api.resources.uploadFolder, '..', 'counted.pdf')
    await writeFile(path, bytes)
    expect(await api.resources.pageCounter.count(path)).toBe(page_count)
  }
  const listed = await api.as('admin').get(`/api/order-files/?order_id=${files[0]?.order_id}`)
  const reply = await api.as(undefined).get(listed.json()[0].url.replace('http://print.test', ''))
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('all constraints, indexes and triggers exist afterwards', async () => {
  expect(await parts(api.db)).toEqual(await parts(untouched.db))
  expect(await api.db`select from audit_entries where action = 'insert' and entity <> 'staff_users'`).toEqual(
    [],
  )
})

test('a month of payments adds up, with what is owed, overpaid and on account', async () => {
  const rows = await api.db<{ payment_status: string; count: number }[]>`
    select payment_status, count(*)::int as count from orders where status = 'delivered' group by 1 order by 1`
  expect(rows.map(({ payment_status }) => payment_status)).toContain('unpaid')
  const [paid] = await api.db<[{ methods: number; company: boolean }]>`
    select count(distinct method)::int as methods, bool_or(client_id is not null) as company from payments`
  expect(paid.methods).toBeGreaterThan(2)
  // Too much is paid where there was no change, and nothing twice.
  const [overpaid] = await api.db<[{ most: number; companies: number }]>`
    select max(-due)::int as most, count(client_id)::int as companies from orders where due < 0`
  expect([overpaid.most <= 5000, overpaid.companies]).toEqual([true, 0])
  for (const check of Object.values(moneyChecks)) expect(await check(api.db)).toEqual([])
})

test('a statement of the bank has lines of every state, and a payment is on no line', async () => {
  const countOf = async (path: string) => (await api.as('admin').get(path)).json<{ count: number }>().count
  const lines = (state: string) => countOf(`/api/statement-lines/?method=upi&state=${state}`)
  expect(await lines('matched')).toBeGreaterThan(3)
  expect([await lines('proposed'), await lines('open')]).toEqual([1, 3])
  // What is proposed is not decided.
  expect(await countOf('/api/payments/?in_statement=false&method=upi')).toBe(3)
})

test('two companies have an invoice for each month in which something was delivered to them', async () => {
  const invoices = await api.db<{ client_id: string; by: string | null }[]>`
    select client_id, by from invoices where month is not null and kind = 'invoice'`
  expect(new Set(invoices.map(({ client_id }) => client_id)).size).toBe(2)
  const [left] = await api.db<[{ open: number }]>`
    select count(*)::int as open from orders o where client_id is not null and status = 'delivered' and invoiced is null
      and payable > 0 and shop_day(delivered_at) < date_trunc('month', shop_day(now()))`
  expect(left.open).toBe(0)
})

test('a company is owed for its vouchers of a month that is over, by a self-billed invoice', async () => {
  const admin = api.as('admin')
  const { results } = (await admin.get('/api/invoices/?kind=purchases')).json<{ results: InvoiceFacts[] }>()
  expect(results).toMatchObject([{ kind: 'self_billed', buyer: 'Our Print' }])
  const [{ client, month, id, total } = { client: '', month: '' }] = results
  const url = `/api/clients/${client}/voucher-statement/?month=${month?.slice(0, 7)}`
  expect((await admin.get(url)).json()).toMatchObject({ due: total, invoice: { id } })
})

/** What lists show of when something was, the first of these that a row has. */
const shownTimes = [
  'happened_at',
  'at',
  'created_at',
  'purchased_at',
  'declared_at',
  'issued_at',
  'created_on',
  'joined_on',
]

test('lists that say so have the newest first, by the time that they show', async () => {
  const checked: string[] = []
  const wrong: string[] = []
  for (const { method, url, config, schema } of await allEndpoints()) {
    const takes = (schema.querystring as { shape?: object } | undefined)?.shape ?? {}
    const isList = method === 'GET' && !url.includes(':') && 'limit' in takes
    if (!isList || !config.summary.includes('newest first')) continue
    const { results } = (await api.as('admin').get(`${url}?limit=100`)).json<{ results: object[] }>()
    const times = results.flatMap((row) => {
      const shown = new Map<string, unknown>(Object.entries(row))
      const time = shownTimes.map((name) => shown.get(name)).find((one) => typeof one === 'string')
      return time === undefined ? [] : [Date.parse(time)]
    })
    if (times.length > 1) checked.push(url)
    if (times.some((time, at) => at > 0 && time > (times[at - 1] ?? 0))) wrong.push(url)
  }
  expect(wrong).toEqual([])
  expect(checked).toEqual(
    expect.arrayContaining(['/api/till/', '/api/complaints/', '/api/payments/', '/api/messages/']),
  )
})

test('so has the till of a shop of today, where some paid ahead before others paid at the door', async () => {
  await buildStaff(today.db, { is_superuser: true })
  await openDemoShop({ pool: today.db, storage: api.resources.storage }, { orders: count })
  const newest = await today.db<{ happened_at: string }[]>`
    select happened_at from cash_entries where holder is null order by id desc`
  const times = newest.map(({ happened_at }) => Date.parse(happened_at))
  expect(times.length).toBeGreaterThan(5)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})
