import type { Ordering } from '@our-print/contract/paging.ts'
import {
  type CustomerMerge,
  type MergedKind,
  mergeUndoDays,
} from '@our-print/contract/people/customerMerges.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Removed } from '../../money/accounts/accounts.queries.ts'
import { references } from './customerReferences.ts'

type Filter = { kept?: string; merged?: string; query?: string; ordering?: Ordering }

const mergedName = (db: Db) => db`trim((m.customer ->> 'first_name') || ' ' || (m.customer ->> 'last_name'))`

const columns = (db: Db) => db`
  m.id, m.kept, trim(u.first_name || ' ' || u.last_name) as kept_name, m.merged, ${mergedName(db)} as merged_name,
  m.mobile as merged_mobile, m.email as merged_email, m.moved, m.at, s.full_name as by,
  m.at + ${mergeUndoDays} * interval '1 day' as undo_until, m.undone_at,
  m.undone_at is null and m.at >= now() - ${mergeUndoDays} * interval '1 day' as can_undo`

const sources = (db: Db) =>
  db`customer_merges m join users u on u.id = m.kept left join staff_users s on s.id = m.by`

const where = (db: Db, { kept, merged, query }: Filter) => db`where true
  ${kept ? db`and m.kept = ${kept}` : db``} ${merged ? db`and m.merged = ${merged}` : db``}
  ${query ? db`and ${contains(db, db`search_text(${mergedName(db)})`, query)}` : db``}`

export const { select, list } = defineList<Filter, CustomerMerge>((db, filter) => ({
  select: db`select ${columns(db)} from ${sources(db)}`,
  from: db`customer_merges m`,
  where: where(db, filter),
  counted: countOf(db, db`customer_merges m ${where(db, filter)}`),
  id: db`m.id`,
  sequence: sequenceOf(filter.ordering, {}, db`m.id`, '-id'),
}))

export async function get(db: Db, id: string): Promise<CustomerMerge> {
  const [merge] = await db<CustomerMerge[]>`select ${columns(db)} from ${sources(db)} where m.id = ${id}`
  if (!merge) throw notFound('Merge')
  return merge
}

/** How many records of each kind hang on a customer; kinds without any are left out. */
export async function countRecords(db: Db, user: string): Promise<Partial<Record<MergedKind, number>>> {
  const counts = await Promise.all(
    references.map(async ({ table, column, kind }) => {
      if (!kind) return undefined
      const [{ count }] = await db<
        [{ count: number }]
      >`${countOf(db, db`${db(table)} where ${db(column)} = ${user}`)}`
      return count > 0 ? ([kind, count] as const) : undefined
    }),
  )
  return Object.fromEntries(counts.filter((count) => count !== undefined))
}

/** One merge or undo at a time: two of the same customers would wait for each other. */
export const lockMerges = (db: Db) => db`select pg_advisory_xact_lock(hashtext('merge customers'))`

/** Allows that the rows of append-only tables get another owner, and nothing else, in this transaction. */
export const allowMoves = (db: Db) => db`select set_config('our_print.merging', 'on', true)`

/** Locks all rows of a customer, and what is computed from them for both. */
export async function lockRecords(db: Db, from: string, to: string): Promise<void> {
  for (const { table, column } of references)
    await db`select 1 from ${db(table)} where ${db(column)} = ${from} order by id for no key update`
  for (const table of ['referrers', 'coin_balances'])
    await db`select 1 from ${db(table)} where user_id in (${from}, ${to}) order by user_id for no key update`
}

/** By channel why it is off; `address`: only for this one. */
export type MessagesOff = Record<string, { address?: string }>

/** A row of `users`, with the columns that the table has now. */
export type UserRow = Record<string, unknown> & {
  id: string
  email: string | null
  notes: string
  tags: string[]
  double_of: string | null
  messages_off: MessagesOff
  message_channel: string | null
  message_language: string | null
}

/** Locks two customers in one sequence. What is new of one who goes waits, and then finds that one gone. */
export async function lockCustomers(db: Db, ids: string[]): Promise<Map<string, UserRow>> {
  const rows = await db<{ user: UserRow }[]>`
    select to_jsonb(u) as "user" from users u where id = any(${ids}::uuid[]) order by id for update`
  return new Map(rows.map(({ user }) => [user.id, user]))
}

type NewMerge = { id: string; kept: string; customer: UserRow; moved: object; filled: object; by: string }

export const create = (db: Db, { id, kept, customer, moved, filled, by }: NewMerge) => db`
  insert into customer_merges (id, kept, merged, customer, moved, filled, by)
  values (${id}, ${kept}, ${customer.id}, ${db.json(customer as never)}, ${db.json(moved as never)},
    ${db.json(filled as never)}, ${by})`

const remember = (db: Db, merge: string, place: string) => db`
  insert into customer_merge_rows (merge_id, place, row_id) select ${merge}, ${place}, id from changed`

/** Gives the rows of one customer to another, and remembers which they were. */
export async function moveRecords(db: Db, merge: string, from: string, to: string): Promise<void> {
  await resolveClashes(db, merge, from, to)
  for (const { table, column, versioned } of references) {
    const place = `${table}.${column}`
    // This merge itself is of the kept customer, who is nobody's double afterwards.
    await db`
      with changed as (
        update ${db(table)} set ${db(column)} = ${to} ${versioned ? db`, version = version + 1` : db``}
        where ${db(column)} = ${from} and id not in (${merge}, ${to}) returning id)
      ${remember(db, merge, place)}`
  }
}

/** Remembers the account of the merged customer. */
export const keepAccount = (db: Db, merge: string, account: Removed) => db`
  insert into customer_merge_rows (merge_id, place, row_id, removed)
  values (${merge}, 'accounts', ${account.id}, ${db.json(account)})`

/** The account of the merged customer, if they had one. */
export async function findAccount(db: Db, merge: string): Promise<Removed | undefined> {
  const [kept] = await db<{ removed: Removed }[]>`
    select removed from customer_merge_rows where merge_id = ${merge} and place = 'accounts'`
  return kept?.removed
}

/** What one customer cannot have twice: a coupon for once, a referrer, the same address. */
async function resolveClashes(db: Db, merge: string, from: string, to: string): Promise<void> {
  await db`
    with changed as (
      update coupon_uses u set one_time_only = false
      where user_id = ${from} and one_time_only and given_back_at is null
        and exists (select from coupon_uses o where o.coupon_id = u.coupon_id and o.user_id = ${to}
          and o.one_time_only and o.given_back_at is null)
      returning id)
    ${remember(db, merge, 'coupon_uses.one_time_only')}`
  await db`
    with changed as (
      update referrals r set by_merge = true
      where not by_merge and ((referrer, referred) in ((${from}, ${to}), (${to}, ${from}))
        or referred = ${from} and cancelled_at is null
          and exists (select from referrals o where o.referred = ${to} and o.cancelled_at is null and not o.by_merge))
      returning id)
    ${remember(db, merge, 'referrals.by_merge')}`
  await db`
    with removed as (
      delete from customer_addresses a using customer_addresses known
      where a.user_id = ${from} and known.user_id = ${to} and known.address = a.address
      returning a.id, to_jsonb(a) as row, known.id as known, greatest(a.used_at, known.used_at) as used_at
    ), used as (
      update customer_addresses a set used_at = r.used_at from removed r where a.id = r.known)
    insert into customer_merge_rows (merge_id, place, row_id, removed)
    select ${merge}, 'customer_addresses', id, row from removed`
}

/**
 * Gives back what a merge moved and still belongs to the kept customer; returns how many rows belong to another one now.
 * What came later of a moved order, sale or referral goes with it.
 */
export async function moveBack(db: Db, merge: string, from: string, to: string): Promise<number> {
  let changed = 0
  for (const { table, column, versioned } of references) {
    const place = `${table}.${column}`
    const [row] = await db<[{ left: number }]>`
      with rows as (select row_id from customer_merge_rows where merge_id = ${merge} and place = ${place}
      ), moved as (
        update ${db(table)} set ${db(column)} = ${to} ${versioned ? db`, version = version + 1` : db``}
        where id in (select row_id from rows) and ${db(column)} = ${from} returning id)
      select ((select count(*) from rows) - (select count(*) from moved))::int as left`
    changed += row.left
  }
  const back = (place: string) =>
    db`select row_id from customer_merge_rows where merge_id = ${merge} and place = ${place}`
  await db`update coupon_uses set one_time_only = true where id in (${back('coupon_uses.one_time_only')})`
  await db`update referrals set by_merge = false where id in (${back('referrals.by_merge')})`
  await db`
    update coin_entries e set user_id = ${to} where user_id = ${from} and (
      e.order_id in (select id from orders where user_id = ${to})
      or e.purchased_voucher in (select id from purchased_vouchers where user_id = ${to}))`
  await db`
    update payments p set user_id = ${to} where user_id = ${from}
      and p.order_id in (select id from orders where user_id = ${to})`
  await db`
    update invoices i set user_id = ${to} where user_id = ${from}
      and i.id in (select l.invoice_id from invoice_lines l join orders o on o.id = l.order_id where o.user_id = ${to})`
  await db`
    update referral_claims c set referrer = ${to} where referrer = ${from}
      and c.referral_id in (select id from referrals where referrer = ${to})`
  await db`
    insert into customer_addresses
    -- One that was removed before addresses had a version has none.
    select (jsonb_populate_record(null::customer_addresses, '{"version": 1}' || removed)).* from customer_merge_rows
    where merge_id = ${merge} and place = 'customer_addresses'
    -- One that was corrected meanwhile may be the same.
    on conflict (user_id, md5(address::text)) do nothing`
  return changed
}

/** Orders that were given back, of which the kept customer was told meanwhile: they have had the link. */
export async function findTold(db: Db, merge: string, kept: string): Promise<string[]> {
  const isTold = db`m.user_id = ${kept} and m.attempts > 0`
  const told = await db<{ id: string }[]>`
    select row_id as id from customer_merge_rows r where merge_id = ${merge} and place = 'orders.user_id' and (
      exists (select from messages m where m.order_id = r.row_id and ${isTold})
      or exists (select from invoice_lines l join messages m on m.invoice_id = l.invoice_id where l.order_id = r.row_id and ${isTold}))`
  return told.map(({ id }) => id)
}

type Locked = {
  kept: string
  customer: UserRow
  filled: Record<string, { before: unknown; after: unknown }>
  undone_at: string | null
  is_late: boolean
}

/** Locks a merge for its undo; 404 if there is none. */
export async function lock(db: Db, id: string): Promise<Locked> {
  const [merge] = await db<Locked[]>`
    select kept, customer, filled, undone_at, at < now() - ${mergeUndoDays} * interval '1 day' as is_late
    from customer_merges where id = ${id} for update`
  if (!merge) throw notFound('Merge')
  return merge
}

/** The merges by which the kept customer of this one was merged in turn, the first of such a chain first. */
export const laterMerges = (db: Db, id: string) => db<{ id: string; customer: UserRow }[]>`
  select id, customer from customer_merges
  where undone_at is null
    and id in (select merge_id from customer_merge_rows where place = 'customer_merges.kept' and row_id = ${id})
  order by at, id`

/** Changes how the customer of a merge comes back. */
export const overwriteMerged = (db: Db, id: string, values: object) => db`
  update customer_merges set customer = customer || ${db.json(values as never)} where id = ${id}`

/** Marks a merge as undone; returns how many orders the kept customer has got since. */
export async function markUndone(db: Db, id: string, by: string): Promise<number> {
  const [row] = await db<[{ new_orders: number }]>`
    update customer_merges m set undone_at = now(), undone_by = ${by} where id = ${id}
    returning (select count(*) from orders o where o.user_id = m.kept and o.created_at > m.at)::int as new_orders`
  return row.new_orders
}

/** Forgets which rows were moved once a merge can no longer be undone. */
export const sweepMergeRows = (db: Db) => db`
  delete from customer_merge_rows r using customer_merges m
  where m.id = r.merge_id and (m.undone_at is not null or m.at < now() - ${mergeUndoDays + 1} * interval '1 day')`
