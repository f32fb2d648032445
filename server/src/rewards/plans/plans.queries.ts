import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Plan, planOrderings } from '@our-print/contract/rewards/plans.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, notFound } from '../../base/http/problem.ts'

type Filter = { query?: string; is_active?: boolean; ordering?: Ordering<(typeof planOrderings)[number]> }

const columns = (db: Db) => db`
  p.id, p.name, p.price / 100.0::float8 as price, p.pages_per_month, p.duration_days, p.description, p.is_active,
  (select count(distinct b.user_id)::int from user_subscription_plans b
    where b.plan = p.id and b.cancelled_at is null and b.ends_on >= (select shop_day(now()))) as subscribers_count,
  p.created_at, p.version`

const where = (db: Db, { query, is_active }: Filter) => db`where true
  ${is_active === undefined ? db`` : db`and p.is_active = ${is_active}`}
  ${query ? db`and ${contains(db, db`search_text(p.name || E'\n' || p.description)`, query)}` : db``}`

export const { select, list } = defineList<Filter, Plan>((db, filter) => ({
  select: db`select ${columns(db)} from live_subscription_plans p`,
  from: db`live_subscription_plans p`,
  where: where(db, filter),
  id: db`p.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`p.created_at`, name: db`fold_text(p.name) collate "C"`, price: db`p.price` },
    db`p.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<Plan> {
  const [plan] = await db<Plan[]>`select ${columns(db)} from live_subscription_plans p where p.id = ${id}`
  if (!plan) throw notFound('Plan')
  return plan
}

type NewPlan = Pick<
  Plan,
  'name' | 'price' | 'pages_per_month' | 'duration_days' | 'description' | 'is_active'
>

/** The columns of a plan: money in paise. */
const asRow = (plan: NewPlan) => ({
  name: plan.name,
  price: toPaise(plan.price),
  pages_per_month: plan.pages_per_month,
  duration_days: plan.duration_days,
  description: plan.description,
  is_active: plan.is_active,
})

/** Creates a plan; an existing name violates a named constraint. */
export async function create(db: Db, plan: NewPlan): Promise<Plan> {
  const [row] = await db<[{ id: string }]>`insert into subscription_plans ${db(asRow(plan))} returning id`
  return get(db, row.id)
}

type Sent = NewPlan & Partial<Pick<Plan, 'id' | 'subscribers_count' | 'created_at' | 'version'>>

/** Updates a plan; sold plans keep their pages, days and price. */
export async function update(db: Db, id: string, sent: Sent): Promise<Plan> {
  const current = await lockRecord(
    db,
    { table: 'live_subscription_plans', name: 'Plan', get },
    id,
    sent.version,
  )
  const { subscribers_count, created_at, version } = sent
  const readOnly = { id: sent.id, subscribers_count, created_at }
  refuseChangedFields(readOnly, current, { version, fields: ['subscribers_count'] })
  await db`update subscription_plans set version = version + 1, ${db(asRow(sent))} where id = ${id}`
  return get(db, id)
}

/** Moves a plan that was never sold to the bin. */
export async function remove(db: Db, id: string): Promise<void> {
  // Locked against a concurrent sale.
  const [plan] = await db`select 1 from live_subscription_plans where id = ${id} for update`
  if (!plan) throw notFound('Plan')
  const [sold] = await db`select 1 from user_subscription_plans where plan = ${id} limit 1`
  if (sold) throw conflict('This plan was sold and cannot be deleted. Deactivate it instead.', 'in_use')
  await db`update subscription_plans set deleted_at = now() where id = ${id}`
}

export async function restore(db: Db, ids: string[]): Promise<void> {
  const [taken] = await db<{ name: string }[]>`
    select d.name from subscription_plans d join live_subscription_plans p on lower(p.name) = lower(d.name)
    where d.id = any(${ids}) order by d.name limit 1`
  if (taken) {
    throw conflict(
      `Another plan is named ${taken.name} now. Delete or rename that one, then restore this one.`,
      'taken',
    )
  }
  await db`update subscription_plans set deleted_at = null where id = any(${ids})`
}

/** Deletes plans that have left the bin; a piece of them. */
export const purge = (db: Db, piece: number) => db`
  delete from subscription_plans where id in (
    select p.id from subscription_plans p
    where p.deleted_at is not null and not exists (select from bin b where b.id = p.id) limit ${piece})`
