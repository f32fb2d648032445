import {
  type ComplaintReason,
  complaintReasonLabels,
  complaintReasons,
  type Resolution,
} from '@our-print/contract/orders/complaintReasons.ts'
import { type Complaint } from '@our-print/contract/orders/complaints.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { type DayRange, withinDays } from '../../base/database/days.ts'
import { type Db, type Fragment, violatedConstraint } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { confirmKeys } from '../../base/files/reservedKeys.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { addNote } from '../orderHistory.queries.ts'
import { seesOrder } from '../seesOrder.queries.ts'

/** A complaint as it is read: its photos are ids until links are made of them. */
export type ComplaintRow = Omit<Complaint, 'photos'> & { photos: string[] }

/** What was paid back is for who sees the prices of the order. */
const columns = (db: Db, actor: Actor) => db`
  c.id, c.order_id as "order", o.number as order_number, o.title as order_title,
  trim(u.first_name || ' ' || u.last_name) as customer, c.reason, c.text,
  array(select p.id from complaint_photos p where p.complaint_id = c.id order by p.id) as photos,
  c.created_at as at, a.full_name as by, c.resolution, c.note, c.coins / 100.0::float8 as coins,
  case when ${seesPrice(db, actor)} then c.refund / 100.0::float8 end as refund,
  case when ${seesPrice(db, actor)} then c.paid_back / 100.0::float8 end as paid_back,
  case when r.id is not null then json_build_object('id', r.id, 'number', r.number) end as reprint, c.resolved_at,
  b.full_name as resolved_by, c.version`

const seesPrice = (db: Db, actor: Actor) =>
  can(actor, 'prices') ? db`true` : db`o.assigned_user = ${actor.id}`

const joined = (db: Db) => db`
  complaints c join orders o on o.id = c.order_id join users u on u.id = o.user_id
  join staff_users a on a.id = c.created_by left join orders r on r.id = c.reprint_order_id
  left join staff_users b on b.id = c.resolved_by`

type Filter = DayRange & {
  actor: Actor
  /** Only those about this order, if the actor may see it. */
  of?: string
  reason?: ComplaintReason
  resolution?: Resolution | 'open'
  query?: string
  ordering?: Ordering
}

const searched = (db: Db) => db`
  search_text(o.number || E'\n' || o.title || E'\n' || u.first_name || ' ' || u.last_name || E'\n' || c.text)`

const where = (db: Db, { actor, of, reason, resolution, query, ...range }: Filter) => db`where true
  ${of ? db`and c.order_id = ${of} and ${seesOrder(db, actor)}` : db``}
  ${reason ? db`and c.reason = ${reason}` : db``}
  ${resolution === undefined ? db`` : resolution === 'open' ? db`and c.resolution is null` : db`and c.resolution = ${resolution}`}
  ${withinDays(db, db`c.created_at`, range)}
  ${query ? db`and ${contains(db, searched(db), query)}` : db``}`

export const { select, list } = defineList<Filter, ComplaintRow>((db, filter) => ({
  select: db`select ${columns(db, filter.actor)} from ${joined(db)}`,
  from: db`complaints c join orders o on o.id = c.order_id join users u on u.id = o.user_id`,
  where: where(db, filter),
  id: db`c.id`,
  sequence: sequenceOf(filter.ordering, {}, db`c.id`, '-id'),
}))

/** 404 for an order that the actor may not see. */
export async function checkSeen(db: Db, actor: Actor, order: string): Promise<void> {
  const [seen] = await db`select 1 from orders o where o.id = ${order} and ${seesOrder(db, actor)}`
  if (!seen) throw notFound('Order')
}

export async function get(db: Db, actor: Actor, id: string): Promise<ComplaintRow> {
  const [complaint] = await db<
    ComplaintRow[]
  >`select ${columns(db, actor)} from ${joined(db)} where c.id = ${id}`
  if (!complaint) throw notFound('Complaint')
  return complaint
}

export type NewPhoto = { id: string; storage_key: string; size: number }
type NewComplaint = {
  reason: ComplaintReason
  text: string
  photos: NewPhoto[]
  /** By the page of its customer: the same said again is the same complaint, as a form has no key. */
  byCustomer: boolean
}

/** Records a complaint about a delivered order; one at a time is open. */
export async function create(
  db: Db,
  actor: Actor,
  order: string,
  { reason, text, photos, byCustomer }: NewComplaint,
): Promise<ComplaintRow> {
  const [locked] = await db<{ status: string }[]>`
    select o.status from orders o where o.id = ${order} and ${seesOrder(db, actor)} for no key update`
  if (!locked) throw notFound('Order')
  if (locked.status !== 'delivered')
    throw conflict('Only a delivered order can have a complaint. Change this one instead.', 'not_allowed')
  const [same] = await db<{ id: string }[]>`
    select id from complaints where order_id = ${order} and resolution is null and reason = ${reason} and text = ${text}
      and created_by = ${actor.id} and ${byCustomer}`
  if (same) return get(db, actor, same.id)
  const id = await insert(db, actor, order, { reason, text, byCustomer })
  if (photos.length > 0) {
    await db`insert into complaint_photos ${db(photos.map((photo) => ({ ...photo, complaint_id: id })))}`
    await confirmKeys(
      db,
      photos.map(({ storage_key }) => storage_key),
    )
  }
  const said = text && `: ${text}`
  await addNote(
    db,
    actor.id,
    order,
    `Something is wrong – ${complaintReasonLabels[reason].toLowerCase()}${said}`,
    'complaint',
  )
  return get(db, actor, id)
}

async function insert(
  db: Db,
  actor: Actor,
  order: string,
  { reason, text, byCustomer }: Omit<NewComplaint, 'photos'>,
) {
  try {
    const [row] = await db<[{ id: string }]>`
      insert into complaints (order_id, reason, text, created_by)
      values (${order}, ${reason}, ${text}, ${actor.id}) returning id`
    return row.id
  } catch (error) {
    if (violatedConstraint(error) !== 'complaints_one_open') throw error
    if (byCustomer) throw conflict('You have told us already. We will get back to you.', 'open_complaint')
    throw conflict('This order has an open complaint already. Resolve it first.', 'open_complaint')
  }
}

/** Locks an open complaint, so that it ends once. */
export const lockOpen = (db: Db, actor: Actor, id: string, version: number | undefined) =>
  readOpen(db, actor, id, version, db`for no key update`)

/** An open complaint, locked by `lock`. */
export async function readOpen(
  db: Db,
  actor: Actor,
  id: string,
  version: number | undefined,
  lock: Fragment,
): Promise<ComplaintRow> {
  const [found] = await db`select 1 from complaints where id = ${id} ${lock}`
  if (!found) throw notFound('Complaint')
  const complaint = await get(db, actor, id)
  if (complaint.resolution)
    throw conflict(`${complaint.resolved_by} has resolved this complaint already.`, 'resolved')
  await checkVersion('This complaint', version, complaint, () => complaint)
  return complaint
}

/** What was paid back, in paise. */
type Refund = { amount: number; back: number }
type Ending = {
  resolution: Resolution
  note: string
  coins?: number
  refund?: Refund
  reprint?: string
  text: string
}

/** Ends a locked complaint; the order's history says how. */
export async function resolve(db: Db, actor: Actor, complaint: ComplaintRow, ending: Ending) {
  const { resolution, note, coins, refund, reprint, text } = ending
  await db`
    update complaints set version = version + 1, resolution = ${resolution}, note = ${note},
      coins = ${coins === undefined ? null : Math.round(coins * 100)}, reprint_order_id = ${reprint ?? null},
      refund = ${refund?.amount ?? null}, paid_back = ${refund?.back ?? null},
      resolved_by = ${actor.id}, resolved_at = now()
    where id = ${complaint.id}`
  await addNote(db, actor.id, complaint.order, [text, note].filter(Boolean).join(' · '), 'complaint')
  return get(db, actor, complaint.id)
}

export const customerOf = async (db: Db, order: string): Promise<string> => {
  const [row] = await db<[{ user_id: string }]>`select user_id from orders where id = ${order}`
  return row.user_id
}

type CountedReason = {
  reason: ComplaintReason
  complaints: number
  open: number
  reprints: number
  refunds: number
  credits: number
}

/** How many complaints there were for each reason, and how they ended. */
export async function count(db: Db, range: DayRange) {
  const counts = await db<CountedReason[]>`
    select r.reason, count(c.id)::int as complaints,
      (count(c.id) filter (where c.resolution is null))::int as open,
      (count(c.id) filter (where c.resolution = 'reprint'))::int as reprints,
      (count(c.id) filter (where c.resolution = 'refund'))::int as refunds,
      (count(c.id) filter (where c.resolution = 'credit'))::int as credits
    from unnest(${[...complaintReasons]}::text[]) with ordinality r (reason, place)
    left join complaints c on c.reason = r.reason ${withinDays(db, db`c.created_at`, range)}
    group by r.reason, r.place order by r.place`
  return { counts }
}

export async function getPhoto(db: Db, id: string): Promise<NewPhoto> {
  const [photo] = await db<NewPhoto[]>`select id, storage_key, size from complaint_photos where id = ${id}`
  if (!photo) throw notFound('Photo')
  return photo
}
