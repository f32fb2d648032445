import { deepEqual } from 'node:assert/strict'
import type { Db, Fragment, Pool } from '../src/base/database/db.ts'
import type { Storage } from '../src/base/files/storage.ts'
import { wrongFigures } from './figures.ts'
import { moneyChecks } from './moneyInvariants.ts'
import { productionChecks } from './productionInvariants.ts'

type Check = (db: Db) => Fragment

const coinBalances: Check = (db) => db`
  select * from (
    select user_id, coalesce(sum(delta) filter (where delta > 0), 0) as earned,
      coalesce(-sum(delta) filter (where delta < 0), 0) as spent
    from coin_entries group by 1) c
  full join (select user_id, earned, spent from coin_balances where (earned, spent) <> (0, 0)) k using (user_id)
  where (c.earned, c.spent) is distinct from (k.earned, k.spent)`

/** A delivered order has earned its coins once; any other order has no coins. */
const coinsOfOrders: Check = (db) => db`
  select o.id, o.status, sum(e.delta) as coins, sum(sign(e.delta)) as times
  from orders o join coin_entries e on e.order_id = o.id group by 1, 2
  having sum(sign(e.delta)) not in (0, 1) or (o.status <> 'delivered' and sum(e.delta) <> 0)`

/** A sold voucher is assigned, and its coin entries sum to its cost; a voided one has given its coins back. */
const soldVouchers: Check = (db) => db`
  select p.id, v.is_assigned, p.cost, coalesce(sum(e.delta), 0) as paid
  from purchased_vouchers p join vouchers v on v.id = p.voucher_id
  left join coin_entries e on e.purchased_voucher = p.id
  group by 1, 2, 3
  having not v.is_assigned
    or coalesce(sum(e.delta), 0) <> case when p.voided_at is null then -p.cost else 0 end
  union all
  select v.id, v.is_assigned, null, null from vouchers v
  where v.is_assigned and not exists (select from purchased_vouchers p where p.voucher_id = v.id)`

const coupons: Check = (db) => db`
  select c.id, c.usage_count, c.given_away, count(u.id) as uses, coalesce(sum(u.discount), 0) as discounts
  from coupons c left join coupon_uses u on u.coupon_id = c.id and u.given_back_at is null
  group by 1, 2, 3
  having (c.usage_count, c.given_away) <> (count(u.id), coalesce(sum(u.discount), 0))
  union all
  select u.id, null, u.discount, null, o.discount from coupon_uses u join orders o on o.id = u.order_id
  where u.discount <> o.discount or (u.given_back_at is null) <> (o.status <> 'cancelled')`

const planPages: Check = (db) => db`
  select p.id, p.pages_used, coalesce(sum(o.plan_pages), 0) as counted
  from user_subscription_plans p
  left join orders o on o.user_subscription_plan = p.id and o.status <> 'cancelled'
  group by 1, 2 having p.pages_used <> coalesce(sum(o.plan_pages), 0)`

const referrers: Check = (db) => db`
  select f.user_id, f.referrals, f.total, f.fulfilled, n.referrals as counted, n.total as claims, n.fulfilled as given
  from referrers f cross join lateral (
    select (select count(*) from referrals r where r.referrer = f.user_id and r.counted_at is not null) as referrals,
      coalesce(sum(case kind when 'earned' then claims when 'taken_back' then -claims end), 0) as total,
      coalesce(sum(claims) filter (where kind = 'fulfilled'), 0) as fulfilled
    from referral_claims c where c.referrer = f.user_id) n
  where (f.referrals, f.total, f.fulfilled) <> (n.referrals, n.total, n.fulfilled)`

/** A referral counts while its order is delivered. */
const referrals: Check = (db) => db`
  select r.id, r.counted_at, r.cancelled_at, o.status from referrals r join orders o on o.id = r.order_id
  where (r.counted_at is not null) <> (o.status = 'delivered')
    or (r.cancelled_at is not null) <> (o.status = 'cancelled')`

/** The last entry of an order's history has the order's status. */
const histories: Check = (db) => db`
  select o.id, o.status, h.to_status from orders o left join lateral (
    select to_status from order_history h where h.order_id = o.id order by h.at desc, h.id desc limit 1) h on true
  where h.to_status is distinct from o.status`

/** Each history entry starts from the status of the entry before it. */
const historySequence: Check = (db) => db`
  select order_id, from_status, before from (
    select order_id, from_status, lag(to_status) over (partition by order_id order by at, id) as before
    from order_history) h
  where before is not null and from_status is distinct from before`

/** An entry that keeps the status says what else it is, unless an open order changes hands. */
const saidEntries: Check = (db) => db`
  select order_id, from_status, note from order_history
  where from_status = to_status and from_status not in ('assigned', 'out-for-delivery')
    and num_nonnulls(noted, changes, is_ready, auto_printed, courier_task) = 0`

/** An assigned order has an active staff user, and only a delivered one has a delivery time. */
const assigneeAndDelivery: Check = (db) => db`
  select o.number, o.status, s.is_active, o.delivered_at from orders o left join staff_users s on s.id = o.assigned_user
  where (o.status in ('assigned', 'out-for-delivery') and not coalesce(s.is_active and not s.is_superuser, false))
    or (o.status = 'delivered') <> (o.delivered_at is not null)`

const pagesOfFiles: Check = (db) => db`
  select o.number, o.pdf_page_count, sum(f.page_count) as pages from orders o
  join order_files f on f.order_id = o.id and f.kind = 'print'
  group by o.id having sum(f.page_count) <> o.pdf_page_count`

/** A referral's sale amount is the payable of its delivered order, and a voided voucher is never active again. */
const settledAmounts: Check = (db) => db`
  select r.id::text as what, r.sale_amount, o.payable from referrals r join orders o on o.id = r.order_id
  where r.sale_amount <> case when r.counted_at is null then 0 else o.payable end
  union all
  select v.voucher_code, null, null from purchased_vouchers p join vouchers v on v.id = p.voucher_id
  where p.voided_at is not null and v.is_active`

/** The words of an order are its own and, on a new line, those of its customer. */
const searchWords: Check = (db) => db`
  select o.id, s.words, order_search_words(o, u) as should_be
  from orders o join users u on u.id = o.user_id left join order_search s on s.order_id = o.id
  where (s.words, left(s.words, s.own_length), left(s.words, s.title_length), s.user_id)
    is distinct from (order_search_words(o, u), own_search_words(o), title_search_words(o), o.user_id)
  union all
  select u.id, c.words, customer_search_words(u)
  from users u left join customer_search c on c.user_id = u.id where c.words is distinct from customer_search_words(u)
  union all
  select s.order_id, s.words, left(s.words, s.own_length) || E'\\n' || c.words
  from order_search s join customer_search c on c.user_id = s.user_id
  where s.words <> left(s.words, s.own_length) || E'\\n' || c.words`

const checks: Record<string, Check> = {
  'counted figures': wrongFigures,
  'coin balances': coinBalances,
  'coins of orders': coinsOfOrders,
  'sold vouchers': soldVouchers,
  coupons,
  'pages of plans': planPages,
  referrers,
  referrals,
  'order histories': histories,
  'sequence of order histories': historySequence,
  'entries of order histories': saidEntries,
  'assignee and delivery time of orders': assigneeAndDelivery,
  'pages of files': pagesOfFiles,
  'settled amounts': settledAmounts,
  'words of orders': searchWords,
  ...moneyChecks,
  ...productionChecks,
}

/** Compares every counter, balance and sum with its rows. Returns at most three differences of each kind. */
export async function findBrokenInvariants(db: Db, storage?: Storage): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, check] of Object.entries(checks)) {
    const rows = await db`${check(db)} limit 3`
    if (rows.length > 0) found[name] = [...rows]
  }
  const missing = storage ? await findMissingFiles(db, storage) : []
  if (missing.length > 0) found['files'] = missing
  return found
}

/** Throws with the differences: every counter, balance and sum with its rows, and files with storage. */
export async function expectInvariantsHold(db: Pool, storage?: Storage): Promise<void> {
  // One snapshot, so that it may run while the server writes and folds.
  const broken = await db.begin('isolation level repeatable read read only', (tx) =>
    findBrokenInvariants(tx, storage),
  )
  deepEqual(broken, {})
}

/**
 * Rows whose stored file is missing or has another size. Rows that nothing refers to are left out: a row is written
 * before its bytes, so a killed process may leave one without bytes until the sweep.
 */
async function findMissingFiles(db: Db, storage: Storage) {
  const files = await db<{ storage_key: string; size: number }[]>`
    select storage_key, size from order_files where order_id is not null
    union all
    select storage_key, size from images where id in (
      select image_id from voucher_infos union select image_id from qr_codes union select image_id from purchased_vouchers)`
  const missing: object[] = []
  for (const { storage_key, size } of files) {
    const storedSize = await storage.size(storage_key)
    if (storedSize !== size) missing.push({ storage_key, size, storedSize })
  }
  return missing
}
