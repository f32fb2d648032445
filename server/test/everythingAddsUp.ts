import assert from 'node:assert/strict'
import type { Pool, Transaction } from '../src/lib/db.ts'

/** Fails unless every kept number and text is what the rows say. Nobody may be writing meanwhile. */
export async function expectEverythingAddsUp(db: Pool): Promise<void> {
  assert.deepEqual(await findDifferences(db), [])
}

/** What is kept beside the rows and differs from them, each as `what: details`. Empty where everything adds up. */
export async function findDifferences(db: Pool): Promise<string[]> {
  const found: string[] = []
  for (const [what, statement] of Object.entries(checks)) {
    const rows = await db.unsafe<{ wrong: string }[]>(
      `select wrong::text as wrong from (${statement}) wrong limit 20`,
    )
    found.push(...rows.map(({ wrong }) => `${what}: ${wrong}`))
  }
  for (const counters of countersKept) found.push(...(await compareWithRecount(db, counters)))
  return found
}

type Counters = { fold?: string; recount: string; tables: Record<string, string[]> }

/** Counters by table, with the columns that count: a row of zeros is the same as no row. */
const countersKept: Counters[] = [
  {
    fold: 'fold_order_counts',
    recount: 'recount_orders',
    tables: {
      order_counts: ['orders'],
      day_counts: ['orders', 'pages', 'payable', 'open', 'delivered'],
      staff_counts: ['orders'],
      staff_delivery_counts: ['orders'],
    },
  },
  { recount: 'recount_users', tables: { user_counts: ['users'], user_day_counts: ['users'] } },
  {
    fold: 'fold_voucher_counts',
    recount: 'recount_vouchers',
    tables: {
      voucher_counts: ['groups', 'codes', 'assigned', 'available'],
      voucher_group_counts: ['codes', 'assigned', 'available'],
    },
  },
  {
    fold: 'fold_scan_counts',
    recount: 'recount_scans',
    tables: {
      scan_counts: ['scans'],
      scan_day_counts: ['mobile', 'tablet', 'desktop', 'other', 'bot', 'prefetch', 'head'],
    },
  },
]

class Undo extends Error {}

/** Folds, notes the counters, counts anew, compares, and undoes all of it. */
async function compareWithRecount(db: Pool, { fold, recount, tables }: Counters): Promise<string[]> {
  const found: string[] = []
  const compare = async (tx: Transaction) => {
    // The folding job holds this lock while it works, and would make our fold do nothing.
    if (fold) await tx.unsafe(`select pg_advisory_xact_lock(hashtext('${fold}')), ${fold}()`)
    for (const [table, counts] of Object.entries(tables)) {
      await tx.unsafe(`create temp table kept_${table} on commit drop as ${nonZero(table, counts)}`)
    }
    await tx.unsafe(`select ${recount}()`)
    for (const [table, counts] of Object.entries(tables)) {
      const anew = nonZero(table, counts)
      const rows = await tx.unsafe<{ wrong: string }[]>(`
        select 'kept ' || k as wrong from (table kept_${table} except all (${anew})) k
        union all select 'counted ' || n from ((${anew}) except all table kept_${table}) n limit 20`)
      found.push(...rows.map(({ wrong }) => `${table}: ${wrong}`))
    }
    throw new Undo()
  }
  await db.begin(compare).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return found
}

const nonZero = (table: string, counts: string[]) =>
  `select * from ${table} where (${counts.join(', ')}) is distinct from (${counts.map(() => '0').join(', ')})`

// Each answers the rows that are wrong; what they compare is told once in the name.
const checks: Record<string, string> = {
  'orders counted ever, by type and status': `
    select coalesce(k.order_type, r.order_type) as type, coalesce(k.status, r.status) as status, k.orders, r.there
    from (
      select order_type, status, sum(orders) as orders from (
        select order_type, status, orders from order_counts where period = 'ever'
        union all select order_type, status, delta from order_count_deltas) c group by 1, 2) k
    full join (select order_type, status, count(*) as there from orders group by 1, 2) r using (order_type, status)
    where coalesce(k.orders, 0) <> coalesce(r.there, 0)`,
  'search text of an order': `
    select o.number, s.words from orders o join users u on u.id = o.user_id left join order_search s on s.order_id = o.id
    where s.words is distinct from order_search_words(o, u)`,
  'order and its last line of history': `
    select o.number, o.status, h.to_status from orders o
    left join lateral (
      select to_status from order_history where order_id = o.id order by at desc, id desc limit 1) h on true
    where h.to_status is distinct from o.status`,
  'line of history that does not follow the one before': `
    select order_id, from_status, before from (
      select order_id, id, from_status, lag(to_status) over (partition by order_id order by at, id) as before
      from order_history) h
    where from_status is distinct from before and before is not null`,
  'open order without an active staff user': `
    select o.number, o.status from orders o left join staff_users s on s.id = o.assigned_user
    where o.status in ('assigned', 'out-for-delivery') and not coalesce(s.is_active and not s.is_superuser, false)`,
  'time of delivery': `
    select number, status, delivered_at from orders where (status = 'delivered') <> (delivered_at is not null)`,
  'pages of an order and of its files': `
    select o.number, o.pdf_page_count, sum(f.page_count) as pages from orders o join order_files f on f.order_id = o.id
    group by o.id having sum(f.page_count) <> o.pdf_page_count`,
  'coin balance and ledger': `
    select coalesce(b.user_id, e.user_id) as user_id, b.earned, b.spent, e.plus, e.minus from coin_balances b
    full join (
      select user_id, coalesce(sum(delta) filter (where delta > 0), 0) as plus,
        coalesce(-sum(delta) filter (where delta < 0), 0) as minus
      from coin_entries group by 1) e on e.user_id = b.user_id
    where (b.earned, b.spent) is distinct from (e.plus, e.minus)`,
  'coins of an order that is not delivered': `
    select o.number, o.status, sum(e.delta) as coins from coin_entries e join orders o on o.id = e.order_id
    where o.status <> 'delivered' group by o.id having sum(e.delta) <> 0`,
  'coins earned more than once': `
    select order_id, count(*) from coin_entries where order_id is not null
    group by 1 having count(*) filter (where delta > 0) - count(*) filter (where delta < 0) not in (0, 1)`,
  'coins of a sold voucher': `
    select p.id, p.cost, p.voided_at, sum(e.delta) as coins
    from purchased_vouchers p left join coin_entries e on e.purchased_voucher = p.id
    group by p.id having coalesce(sum(e.delta), 0) <> case when p.voided_at is null then -p.cost else 0 end`,
  'sold code': `
    select v.voucher_code, v.is_assigned, v.is_active, p.id, p.voided_at
    from vouchers v full join purchased_vouchers p on p.voucher_id = v.id
    where v.is_assigned is distinct from (p.id is not null) or (p.voided_at is not null and v.is_active)`,
  'uses of a coupon': `
    select c.code, c.usage_count, c.given_away, u.uses, u.given from coupons c
    left join (
      select coupon_id, count(*) as uses, sum(discount) as given from coupon_uses where given_back_at is null group by 1
    ) u on u.coupon_id = c.id
    where (c.usage_count, c.given_away) is distinct from (coalesce(u.uses, 0), coalesce(u.given, 0))`,
  'coupon of an order': `
    select o.number, o.status, o.coupon_code, o.discount, u.discount as used, u.given_back_at
    from orders o join coupon_uses u on u.order_id = o.id
    where (o.status = 'cancelled') <> (u.given_back_at is not null) or o.discount <> u.discount
      or o.user_id <> u.user_id`,
  'pages used of a plan': `
    select p.id, p.pages_used, o.pages from user_subscription_plans p
    left join (
      select user_subscription_plan as plan, sum(plan_pages) as pages from orders where status <> 'cancelled' group by 1
    ) o on o.plan = p.id
    where p.pages_used <> coalesce(o.pages, 0)`,
  'referral that counts': `
    select r.id, o.status, r.counted_at, r.cancelled_at, r.sale_amount, o.payable
    from referrals r join orders o on o.id = r.order_id
    where (o.status = 'delivered') <> (r.counted_at is not null) or (o.status = 'cancelled') <> (r.cancelled_at is not null)
      or r.sale_amount <> case when r.counted_at is null then 0 else o.payable end`,
  'sums of a referrer': `
    select coalesce(f.user_id, r.referrer, c.referrer) as user_id, f.referrals, f.total, f.fulfilled, r.counted, c.earned, c.done
    from referrers f
    full join (select referrer, count(*) as counted from referrals where counted_at is not null group by 1) r
      on r.referrer = f.user_id
    full join (
      select referrer, sum(case kind when 'earned' then claims when 'taken_back' then -claims else 0 end) as earned,
        coalesce(sum(claims) filter (where kind = 'fulfilled'), 0) as done
      from referral_claims group by 1) c on c.referrer = coalesce(f.user_id, r.referrer)
    where (coalesce(f.referrals, 0), coalesce(f.total, 0), coalesce(f.fulfilled, 0))
      is distinct from (coalesce(r.counted, 0), coalesce(c.earned, 0), coalesce(c.done, 0))`,
  'referrers in a block': `
    select block, c.referrers, r.there from referrer_counts c
    full join (select place / 500 as block, count(*) as there from referrers group by 1) r using (block)
    where coalesce(c.referrers, 0) <> coalesce(r.there, 0)`,
}
