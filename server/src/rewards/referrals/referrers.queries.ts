import type { OrderingBy } from '@our-print/contract/paging.ts'
import {
  type CustomerReferral,
  type Referrer,
  referralsAtOnce,
  type referrerOrderings,
} from '@our-print/contract/rewards/referrals.ts'
import { timeInJson } from '../../base/database/days.ts'
import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { orderBy, sequenceOf } from '../../base/database/pages.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import * as customers from '../../people/customers/customers.queries.ts'

type Range = { start: number; end?: number | undefined }
type Filter = {
  query?: string
  due?: boolean
  user_id?: string
  ordering?: OrderingBy<(typeof referrerOrderings)[number]>
}

// Only the newest are shown, because a referrer may have thousands.
const referralsShown = 100
const claimsShown = 20

const person = (db: Db, user: string) => db`
  json_build_object('id', ${db(user)}.id, 'first_name', ${db(user)}.first_name, 'last_name', ${db(user)}.last_name,
    'mobile', ${db(user)}.mobile, 'created_at', ${timeInJson(db, db`${db(user)}.created_at`)})`

const columns = (db: Db) => db`
  ${person(db, 'u')} as "user", u.referral_code, f.referrals as referrals_count,
  f.total as total_claims, f.total - f.fulfilled as remaining_claims,
  (select max(c.at) from referral_claims c where c.referrer = f.user_id and c.kind = 'fulfilled') as my_claim,
  (select coalesce(json_agg(json_build_object('id', n.id, 'user', n.person, 'sale_amount', n.sale_amount,
      'order', n.order_id, 'order_number', n.number, 'counted_at', n.counted_at, 'suspicions', n.suspicions)), '[]')
    from (
      select r.id, ${person(db, 'v')} as person, r.sale_amount / 100.0::float8 as sale_amount, r.order_id, o.number,
        ${timeInJson(db, db`r.counted_at`)} as counted_at, r.suspicions
      from referrals r join users v on v.id = r.referred join orders o on o.id = r.order_id
      where r.referrer = f.user_id and r.counted_at is not null
      order by r.counted_at desc, r.id desc limit ${referralsShown}) n) as referrals,
  (select coalesce(json_agg(json_build_object('user', n.person, 'claims', n.claims, 'claimed_at', n.claimed_at,
      'by', n.full_name)), '[]')
    from (
      select ${person(db, 'v')} as person, c.claims, s.full_name,
        ${timeInJson(db, db`c.at`)} as claimed_at
      from referral_claims c join referrals r on r.id = c.referral_id join users v on v.id = r.referred
      left join staff_users s on s.id = c.by
      where c.referrer = f.user_id and c.kind = 'fulfilled'
      order by c.id desc limit ${claimsShown}) n) as recent_claims`

/** By place, which is the sequence in which the first referral of each was counted; as in their indexes. */
const sequence = (db: Db, { ordering }: Filter) =>
  sequenceOf(
    ordering,
    { first_counted: db`f.place`, remaining_claims: db`(f.total - f.fulfilled)`, total_claims: db`f.total` },
    db`f.place`,
    '-first_counted',
  )

/** Rows `start` to `end`, newest referrer first if no other sequence is asked for. */
export function list(db: Db, { start, end = start + referralsAtOnce, ...filter }: Filter & Range) {
  const slice = found(db, filter, start, end)
  // As an array; otherwise the planner reads all positions to find those of the page.
  return db<Referrer[]>`
    select ${columns(db)} from referrers f join users u on u.id = f.user_id where f.place = any(array(${slice}))
    ${orderBy(db, sequence(db, filter))}`
}

const found = (db: Db, filter: Filter, start: number, end: number) => db`
  select f.place from referrers f ${filter.query ? db`join users u on u.id = f.user_id` : db``}
  ${where(db, filter)} ${orderBy(db, sequence(db, filter))} offset ${start}::int limit ${end - start}::int`

const where = (db: Db, { query, due, user_id }: Filter) => db`where true
  ${due ? db`and f.total > f.fulfilled` : db``}
  ${user_id ? db`and f.user_id = ${user_id}` : db``}
  ${query ? db`and (${customers.matchesQuery(db, query)} or u.id = (${customers.ownerOfCode(db, query)}))` : db``}`

/** The whole list for an export, one row for each referrer. */
export const select = (db: Db, filter: Filter) => db`
  select u.id as user_id, u.first_name, u.last_name, u.mobile, u.referral_code, f.referrals,
    f.total as total_claims, f.fulfilled as claimed, f.total - f.fulfilled as remaining_claims
  from referrers f join users u on u.id = f.user_id ${where(db, filter)} ${orderBy(db, sequence(db, filter))}`

/** Fulfils all remaining claims of a referrer, with one row for each referral that earned them. */
export async function markFulfilled(db: Db, code: string, by: string): Promise<Referrer> {
  const [user] = await db<{ id: string }[]>`
    ${customers.ownerOfCode(db, code)}`
  if (!user) throw notFound('Referral code')
  const [referrer] = await db<{ remaining: number }[]>`
    select total - fulfilled as remaining from referrers where user_id = ${user.id} for no key update`
  if (!referrer || referrer.remaining < 1) {
    throw conflict('This referrer has no claims left; all are fulfilled.', 'fulfilled_already')
  }
  await db`
    insert into referral_claims (referral_id, referrer, kind, claims, by)
    select referral_id, ${user.id}, 'fulfilled', least(unpaid, ${referrer.remaining}::int - before), ${by}
    from (
      select referral_id, unpaid, (sum(unpaid) over (order by referral_id) - unpaid)::int as before
      from (
        select referral_id, sum(case kind when 'earned' then claims else -claims end)::int as unpaid
        from referral_claims where referrer = ${user.id} group by referral_id) sums
      where unpaid > 0) due
    where before < ${referrer.remaining}::int`
  await db`update referrers set fulfilled = total where user_id = ${user.id}`
  const [fulfilled] = await list(db, { start: 0, end: 1, user_id: user.id })
  if (!fulfilled) throw notFound('Referrer')
  return fulfilled
}

/** Computes referrers again from their referrals and claims, which a merge of customers gave to another one. */
export async function recount(db: Db, users: string[]): Promise<void> {
  try {
    await db`
      with sums as (
        select u.id, (select count(*) from referrals r where r.referrer = u.id and r.counted_at is not null) as referrals,
          coalesce(sum(case kind when 'earned' then claims when 'taken_back' then -claims end), 0) as total,
          coalesce(sum(claims) filter (where kind = 'fulfilled'), 0) as fulfilled
        from unnest(${users}::uuid[]) u (id) left join referral_claims c on c.referrer = u.id group by u.id
      ), gone as (
        delete from referrers f using sums s where f.user_id = s.id and (s.referrals, s.total) = (0, 0)
      )
      insert into referrers as f (user_id, referrals, total, fulfilled)
      select id, referrals, total, fulfilled from sums where (referrals, total) <> (0, 0) order by id
      on conflict (user_id) do update
        set (referrals, total, fulfilled) = (excluded.referrals, excluded.total, excluded.fulfilled)`
  } catch (error) {
    if (violatedConstraint(error) !== 'referrers_not_beyond_total') throw error
    throw conflict(
      'Claims of the other customer were fulfilled since, so the merge cannot be undone.',
      'claims_fulfilled',
    )
  }
}

/** Who referred a customer, and whom the customer referred. */
export async function getOfCustomer(db: Db, userId: string): Promise<CustomerReferral> {
  const [customer] = await db<{ may_bring_code: boolean }[]>`
    select not exists (select from orders o where o.user_id = u.id and o.status <> 'cancelled') as may_bring_code
    from users u where u.id = ${userId}`
  if (!customer) throw notFound('Customer')
  const [[referred_by], [as_referrer]] = await Promise.all([
    db<NonNullable<CustomerReferral['referred_by']>[]>`
      select ${person(db, 'u')} as "user", r.referral_code, r.order_id as "order", o.number as order_number,
        r.counted_at
      from referrals r join users u on u.id = r.referrer join orders o on o.id = r.order_id
      where r.referred = ${userId} and r.referrer <> ${userId} and r.cancelled_at is null
      order by r.by_merge limit 1`,
    list(db, { start: 0, end: 1, user_id: userId }),
  ])
  return { referred_by: referred_by ?? null, as_referrer: as_referrer ?? null, ...customer }
}
