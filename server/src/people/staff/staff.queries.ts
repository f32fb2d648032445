import { countHandOver } from '@our-print/contract/money/cash.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import type { StaffUser, staffOrderings } from '@our-print/contract/people/staff.ts'
import { amountText } from '../../base/amountText.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { readChangedPhone, readPhone } from '../../base/database/phones.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { lockSuperAdmins, refuseLastSecond } from '../../money/approvals/rule.queries.ts'
import { refuseAbove, refuseGiving } from '../abilities/abilitySets.queries.ts'

type Filter = {
  query?: string
  is_active?: boolean
  is_superuser?: boolean
  ordering?: Ordering<(typeof staffOrderings)[number]>
}

const columns = (db: Db) => db`
  u.id, u.full_name, u.email, u.mobile, u.is_superuser, u.is_active, u.created_at, u.version, u.ability_set,
  (select json_build_object('id', a.id, 'name', a.name) from ability_sets a where a.id = u.ability_set) as ability_set_data,
  (select count(*)::int from orders o
    where o.assigned_user = u.id and o.status in ('assigned', 'out-for-delivery')) as open_orders,
  (select coalesce(sum(f.orders), 0)::int from delivery_figures f
    where f.staff_user = u.id and f.period = 'ever') as delivered`

const searchable = (db: Db) => db`
  search_text(u.full_name || E'\n' || u.email || E'\n' || coalesce(u.mobile, ''))`

const where = (db: Db, { query, is_active, is_superuser }: Filter) => db`where not u.is_api_key
  ${is_active === undefined ? db`` : db`and u.is_active = ${is_active}`}
  ${is_superuser === undefined ? db`` : db`and u.is_superuser = ${is_superuser}`}
  ${query ? db`and (${containsOrPhone(db, searchable(db), query)})` : db``}`

export const { select, list } = defineList<Filter, StaffUser>((db, filter) => ({
  select: db`select ${columns(db)} from staff_users u`,
  from: db`staff_users u`,
  where: where(db, filter),
  id: db`u.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`u.created_at`, full_name: db`fold_text(u.full_name) collate "C"`, email: db`u.email` },
    db`u.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<StaffUser> {
  const [staff] = await db<
    StaffUser[]
  >`select ${columns(db)} from staff_users u where u.id = ${id} and not u.is_api_key`
  if (!staff) throw notFound('Staff user')
  return staff
}

type NewStaff = {
  full_name: string
  email: string
  mobile: string | null
  password_hash: string
  /** Who chose it, if it was not this person. */
  password_set_by?: string
  is_superuser: boolean
  ability_set?: string | null
}

/** Creates a staff user; an existing email or mobile violates a named constraint. */
export async function create(db: Db, staff: NewStaff): Promise<string> {
  const mobile = staff.mobile === null ? null : readPhone(staff.mobile, 'mobile')
  const [row] = await db<[{ id: string }]>`
    insert into staff_users (full_name, email, mobile, password_hash, password_set_by, is_superuser, ability_set)
    values (${staff.full_name}, ${staff.email}, ${mobile}, ${staff.password_hash}, ${staff.password_set_by ?? null},
      ${staff.is_superuser}, ${staff.ability_set ?? null})
    returning id`
  return row.id
}

/** Creates the account of an API key, in whose name the key acts; it cannot sign in. */
export async function createForApiKey(db: Db, name: string): Promise<string> {
  const [row] = await db<[{ id: string }]>`
    with new as (select uuid_v7() as id)
    insert into staff_users (id, full_name, email, password_hash, is_active, is_api_key)
    select id, ${`API key: ${name}`}, id || '@api-key.invalid', 'none', false, true from new returning id`
  return row.id
}

const derived = ['ability_set_data', 'open_orders', 'delivered']

/** Updates, activates or deactivates a staff user. Locks the row first, so that what is checked stays true. */
export async function update(
  db: Db,
  actor: Actor,
  id: string,
  patch: Partial<StaffUser>,
): Promise<StaffUser> {
  const { full_name, email, mobile: typed, is_active, ability_set, version, ...readOnly } = patch
  // All super admins are locked before the row, so that two who deactivate each other cannot leave the shop without one.
  if (is_active === false) await lockSuperAdmins(db)
  await refuseAbove(db, actor, id)
  const current = await lockRecord(db, { table: 'staff_users', name: 'Staff user', get }, id, version)
  refuseChangedFields(readOnly, current, { version, fields: derived })
  const mobile = readChangedPhone(typed, current.mobile, 'mobile')
  const changed = changedFields({ full_name, email, mobile, is_active, ability_set }, current)
  if (Object.keys(changed).length === 0) return current
  if (changed.ability_set && current.is_superuser)
    throw invalid('ability_set', 'A super admin has all abilities')
  await refuseGiving(db, actor, changed.ability_set)
  if (current.is_active && is_active === false) await refuseDeactivation(db, actor, current)
  await db`update staff_users set version = version + 1, ${db(changed)} where id = ${id}`
  return get(db, id)
}

async function refuseDeactivation(db: Db, actor: Actor, person: StaffUser): Promise<void> {
  if (person.id === actor.id) throw conflict('You cannot deactivate yourself.', 'yourself')
  const [others] = await db`
    select 1 from staff_users where is_superuser and is_active and id <> ${person.id} limit 1`
  if (!others) throw conflict('The last active super admin cannot be deactivated.', 'last_super_admin')
  if (person.is_superuser) await refuseLastSecond(db, person.id)
  const { open_orders: open } = person
  if (open > 0) {
    const orders = open === 1 ? '1 open order' : `${open} open orders`
    throw conflict(`${person.full_name} still holds ${orders}. Hand them over first.`, 'holds_orders')
  }
  await refuseWithCash(db, actor, person)
}

/** Only they can hand over their cash, and nobody who is signed out does. How much it is, is for who counts cash. */
async function refuseWithCash(db: Db, actor: Actor, { id, full_name }: StaffUser): Promise<void> {
  const [hand] = await db<{ amount: number }[]>`
    select amount::float8 as amount from cash_hands where holder = ${id} and amount > 0 for share`
  const [open] = await db`
    select 1 from hand_overs where holder = ${id} and status in ('declared', 'difference')`
  if (open)
    throw conflict(
      `${full_name} has handed over cash: count it and explain its difference first.`,
      'holds_cash',
    )
  if (!hand) return
  const message = mayCall(actor, countHandOver)
    ? `${full_name} still has ${amountText(hand.amount)} in hand. They hand it over first, and somebody counts it.`
    : `${full_name} still has cash in hand. They hand it over first, and somebody counts it.`
  throw conflict(message, 'holds_cash')
}

/** An active staff user, locked against deactivation while an order is assigned to them. */
export async function lockStaffUser(db: Db, id: string): Promise<{ full_name: string } | undefined> {
  const [staff] = await db<{ full_name: string }[]>`
    select full_name from staff_users where id = ${id} and is_active and not is_superuser for share`
  return staff
}
