import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { SoldPlan, soldPlanOrderings } from '@our-print/contract/rewards/plans.ts'
import { amountText } from '../../base/amountText.ts'
import { today } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains, everyWord } from '../../base/database/search.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, invalid, notFound, unprocessable } from '../../base/http/problem.ts'
import { whyNotActive } from '../../people/customers/activeCustomers.ts'
import * as customers from '../../people/customers/customers.queries.ts'

type Filter = {
  status?: SoldPlan['status']
  user?: string
  plan?: string
  query?: string
  ordering?: Ordering<(typeof soldPlanOrderings)[number]>
}

const columns = (db: Db) => db`
  b.id, b.user_id as "user",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'mobile', u.mobile) as user_data,
  b.plan, json_build_object('id', p.id, 'name', p.name, 'price', p.price / 100.0::float8) as plan_data,
  b.price / 100.0::float8 as price, b.starts_on, b.ends_on, b.pages_total, b.pages_used,
  b.pages_total - b.pages_used as pages_left,
  case when b.cancelled_at is not null then 'cancelled' when b.ends_on < ${today(db)} then 'expired'
    else 'active' end as status,
  b.created_at, b.version`

const sources = (db: Db) => db`
  user_subscription_plans b join users u on u.id = b.user_id join live_subscription_plans p on p.id = b.plan`

const ofStatus = (db: Db, status: SoldPlan['status']) =>
  ({
    cancelled: db`b.cancelled_at is not null`,
    expired: db`b.cancelled_at is null and b.ends_on < ${today(db)}`,
    active: db`b.cancelled_at is null and b.ends_on >= ${today(db)}`,
  })[status]

const where = (db: Db, { status, user, plan, query }: Filter) => db`where true
  ${status ? db`and ${ofStatus(db, status)}` : db``}
  ${user ? db`and b.user_id = ${user}` : db``}
  ${plan ? db`and b.plan = ${plan}` : db``}
  ${query ? db`and ${everyWord(db, query, (word) => matches(db, word))}` : db``}`

const matches = (db: Db, query: string) => db`
  b.user_id in (select u.id from users u where ${customers.matchesQuery(db, query)})
  or b.plan in (select id from live_subscription_plans where ${contains(db, db`search_text(name)`, query)})`

export const { select, list } = defineList<Filter, SoldPlan>((db, filter) => ({
  select: db`select ${columns(db)} from ${sources(db)}`,
  from: db`user_subscription_plans b`,
  where: where(db, filter),
  id: db`b.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`b.created_at`, starts_on: db`b.starts_on`, ends_on: db`b.ends_on` },
    db`b.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<SoldPlan> {
  const [sold] = await db<SoldPlan[]>`select ${columns(db)} from ${sources(db)} where b.id = ${id}`
  if (!sold) throw notFound('User subscription plan')
  return sold
}

/** `price`: what the customer was told, in rupees. */
type Sale = { user: string; plan: string; starts_on?: string; price?: number }

/**
 * Sells a plan from today or a later day; a renewal starts after the last one of the same plan. Days, pages and price
 * are copied, so that updates of the plan do not change sold ones.
 */
export async function sell(db: Db, { user, plan, starts_on, price }: Sale): Promise<SoldPlan> {
  // Locked, so that of two concurrent renewals one starts after the other.
  const [customer] = await db<{ is_active: boolean }[]>`
    select is_active from users where id = ${user} for no key update`
  const reason = whyNotActive(customer)
  if (reason) throw unprocessable('user', reason)
  const [offered] = await db<{ price: number }[]>`
    select price from live_subscription_plans where id = ${plan} and is_active for share`
  if (!offered) throw unprocessable('plan', 'This plan is not for sale')
  if (price !== undefined && toPaise(price) !== offered.price)
    throw conflict(
      `This plan costs ${amountText(offered.price)} now. Sell it again for that.`,
      'price_changed',
    )
  const [days] = await db<[{ is_past: boolean; starts: string; ends: string; is_too_far: boolean }]>`
    select starts, is_past, starts + duration_days - 1 as ends, starts + duration_days - 1 > '2100-01-01' as is_too_far
    from live_subscription_plans p cross join lateral (
      select greatest(coalesce(${starts_on ?? null}::date, shop_day(now())),
          (select max(b.ends_on) + 1 from user_subscription_plans b
            where b.user_id = ${user} and b.plan = p.id and b.cancelled_at is null and b.ends_on >= ${today(db)}))
          as starts,
        coalesce(${starts_on ?? null}::date < shop_day(now()), false) as is_past) d
    where p.id = ${plan}`
  if (days.is_past) throw invalid('starts_on', 'This day is past')
  if (days.is_too_far) throw invalid('starts_on', 'It would end after 2100-01-01')
  // Months of 30 days, to the nearest: 31 days are one, and a year is twelve, not thirteen.
  const [sold] = await db<[{ id: string }]>`
    insert into user_subscription_plans (user_id, plan, price, starts_on, ends_on, pages_total)
    select ${user}, id, price, ${days.starts}, ${days.ends},
      pages_per_month * greatest(1, round(duration_days / 30.0))::int
    from live_subscription_plans where id = ${plan} returning id`
  return get(db, sold.id)
}

/** Cancels a sold plan or changes its last day. */
export async function update(db: Db, id: string, patch: Partial<SoldPlan>): Promise<SoldPlan> {
  const { status, ends_on, version, ...readOnly } = patch
  const current = await lockRecord(
    db,
    { table: 'user_subscription_plans', name: 'User subscription plan', get },
    id,
    version,
  )
  const cancels = status === 'cancelled' && current.status !== 'cancelled'
  const derived = ['user_data', 'plan_data', ...(current.status === 'expired' ? ['status'] : [])]
  const unchanged = { ...readOnly, ...(status !== 'cancelled' && { status }) }
  refuseChangedFields(unchanged, current, { version, fields: derived })
  const moves = ends_on !== undefined && ends_on !== current.ends_on
  if (!cancels && !moves) return current
  if (current.status === 'cancelled')
    throw conflict('A cancelled plan can no longer be changed.', 'cancelled')
  if (moves && ends_on < current.starts_on) throw invalid('ends_on', 'It cannot end before it starts')
  await db`
    update user_subscription_plans
    set version = version + 1, ends_on = ${ends_on ?? current.ends_on} ${cancels ? db`, cancelled_at = now()` : db``}
    where id = ${id}`
  return get(db, id)
}

/**
 * Uses pages of a customer's plan that is active today. One statement checks and updates, so that concurrent orders
 * cannot use more pages than are left.
 */
export async function usePages(db: Db, id: string, user: string, pages: number): Promise<void> {
  const used = await db`
    update user_subscription_plans set version = version + 1, pages_used = pages_used + ${pages}
    where id = ${id} and user_id = ${user} and cancelled_at is null and shop_day(now()) between starts_on and ends_on
      and pages_total - pages_used >= ${pages}
    returning 1`
  if (used.length > 0) return
  throw unprocessable('user_subscription_plan', await refusalReason(db, id, user))
}

/** Locks the plan that an order has and the one that it is to have, in the sequence of all. */
export const lockBoth = (db: Db, plans: readonly (string | null)[]) => db`
  select 1 from user_subscription_plans where id = any(${plans.filter((id) => id !== null)}::uuid[]) order by id for no key update`

/** Uses more or fewer pages of the plan that an order has already; one that has ended since counts still. */
export async function changePages(db: Db, id: string, user: string, by: number): Promise<void> {
  if (by === 0) return
  const changed = await db`
    update user_subscription_plans set version = version + 1, pages_used = pages_used + ${by}
    where id = ${id} and (${by} < 0 or (cancelled_at is null and pages_total - pages_used >= ${by})) returning 1`
  if (changed.length === 0) throw unprocessable('user_subscription_plan', await refusalReason(db, id, user))
}

async function refusalReason(db: Db, id: string, user: string): Promise<string> {
  const [plan] = await db<{ is_cancelled: boolean; is_early: boolean; is_over: boolean; left: number }[]>`
    select cancelled_at is not null as is_cancelled, starts_on > shop_day(now()) as is_early,
      ends_on < shop_day(now()) as is_over, pages_total - pages_used as left
    from user_subscription_plans where id = ${id} and user_id = ${user}`
  if (!plan) return 'This customer has no such plan'
  if (plan.is_cancelled) return 'This plan is cancelled'
  if (plan.is_early) return 'This plan has not started yet'
  if (plan.is_over) return 'This plan has expired'
  return `This plan has only ${plan.left} ${plan.left === 1 ? 'page' : 'pages'} left`
}

/** Gives the pages of orders back to their sold plans, which are locked by id, so that two bulk changes cannot deadlock. */
export const giveBackPages = (db: Db, orderIds: string[]) => db`
  with given as (
    select o.user_subscription_plan as id, sum(o.plan_pages) as pages from orders o
    where o.id = any(${orderIds}::uuid[]) and o.plan_pages > 0 group by o.user_subscription_plan
  ), locked as materialized (
    select id from user_subscription_plans where id in (select id from given) order by id for no key update)
  update user_subscription_plans b set version = b.version + 1, pages_used = b.pages_used - given.pages
  from given join locked on locked.id = given.id where b.id = locked.id`
