import type {
  KeptScan,
  ScannedOrder,
  ScanPurpose,
  ScanResult,
} from '@our-print/contract/orders/ticketScans.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import type { Db } from '../../base/database/db.ts'
import type { Done } from '../../base/database/doneTimes.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import type { Actor } from '../../base/http/route.ts'
import { mayTake } from '../moveOrders.queries.ts'
import { isNamed, type NamedOrder } from '../namedOrders.queries.ts'

/** An order and what decides whether it may leave. */
export type FoundOrder = Omit<ScannedOrder, 'assigned_user_data'> & {
  assigned_user: string | null
  assignee: string | null
  is_printed: boolean
  /** Whether it went out for delivery some seconds ago. */
  is_just_out: boolean
  /** Only a shop with a printer counts what is printed. */
  has_printers: boolean
}

/** Seconds in which a second scan of a ticket means the first one. */
export const repeatSeconds = 60

/**
 * Whether the person scans orders of others for this purpose. At the door only who also assigns orders gives them to
 * others; anybody else is a courier there, and takes along what is theirs.
 */
export const isOffice = (actor: Actor, purpose: ScanPurpose) =>
  seesAllOrders(actor) && (purpose !== 'hand_over' || (can(actor, 'orders') && can(actor, 'assign')))

/** Delivery staff have the code of a ticket from its paper; somebody with abilities may have read it on a screen. */
const takesByTicket = (actor: Actor) => !actor.abilities?.length || mayTake(actor)

/**
 * Finds an order that the person may scan and locks it, so that of two scans at once the second sees what the first did. A
 * staff user finds their own orders, and at the door one that nobody has, if its ticket is there and the shop allows it.
 */
export async function lockOrder(
  db: Db,
  actor: Actor,
  named: NamedOrder,
  purpose: ScanPurpose,
): Promise<FoundOrder | undefined> {
  const isTicket = purpose === 'hand_over' && takesByTicket(actor)
  const ticket = ('ticket' in named && isTicket && named.ticket) || null
  const [locked] = await db<{ id: string }[]>`
    select o.id from orders o
    where ${isNamed(db, named)} and (${isOffice(actor, purpose)} or o.assigned_user = ${actor.id}
      or (o.assigned_user is null and ticket_code(o.id) = ${ticket}
        and exists (select from configurations where courier_scans = 'unassigned')))
    for no key update`
  return locked && readOrder(db, locked.id)
}

/** So many scans of orders that are not theirs a person has in `missMinutes`. */
export const maxMisses = 20
const missMinutes = 15

/** Seconds that a person has to wait because they missed too often; 0 if they may scan. */
export async function secondsToWait(db: Db, person: string): Promise<number> {
  // One scan of a person at a time, so that many at once do not count as none.
  await db`select pg_advisory_xact_lock(hashtextextended(${`ticket scans of ${person}`}, 0))`
  const [{ seconds }] = await db<[{ seconds: number }]>`
    with misses as (
      select at from ticket_scans
      where by = ${person} and reason = 'not_yours' and at > now() - ${missMinutes} * interval '1 minute'
      order by at desc limit ${maxMisses})
    select case when count(*) < ${maxMisses} then 0
      else ceil(extract(epoch from min(at) + ${missMinutes} * interval '1 minute' - now()))::int end as seconds
    from misses`
  return seconds
}

/** In a statement of its own: the one that waited for the lock has counted what was printed before it. */
export async function readOrder(db: Db, id: string): Promise<FoundOrder> {
  const [order] = await db<[FoundOrder]>`
    select o.id, o.number, o.title, o.status, o.assigned_user, s.full_name as assignee, o.shelf_place,
      order_impressions(o) as impressions, good_impressions(o) as impressions_printed, is_fully_printed(o) as is_printed,
      coalesce(o.out_for_delivery_at > now() - ${repeatSeconds} * interval '1 second', false) as is_just_out,
      exists (select from printers where is_active) as has_printers
    from orders o left join staff_users s on s.id = o.assigned_user
    where o.id = ${id}`
  return order
}

type NewScan = Done & {
  by: string
  purpose: ScanPurpose
  result: ScanResult
  reason: string | null
  order_id: string | null
  shelf_place: string | null
  code: string
}

type KeptTimes = Pick<KeptScan, 'id' | 'at' | 'happened_at' | 'said_at'>

/** Keeps a scan. */
export async function insert(db: Db, scan: NewScan): Promise<KeptTimes> {
  const [row] = await db<[KeptTimes]>`
    insert into ticket_scans ${db(scan)} returning id, at, coalesce(happened_at, at) as happened_at, said_at`
  return row
}

type Filter = { order?: string | undefined; query?: string | undefined; ordering?: Ordering | undefined }

/** By the number of the order, of which there are few: those of a person may be most of all that there are. */
const isFound = (db: Db, query: string) => db`
  t.order_id = (select id from orders where number = ${/^\d{1,9}$/.test(query) ? Number(query) : null})`

/** The scans of an order or of the shop, newest first. */
export const { select, list } = defineList<Filter, KeptScan>((db, { order, query, ordering }) => ({
  select: db`
    select t.id, t.at, coalesce(t.happened_at, t.at) as happened_at, t.said_at, t.by, s.full_name as by_name, t.purpose, t.result, t.reason, t.order_id as "order",
      o.number as order_number, t.shelf_place, t.code
    from ticket_scans t join staff_users s on s.id = t.by left join orders o on o.id = t.order_id`,
  from: db`ticket_scans t`,
  where: db`where true ${order ? db`and t.order_id = ${order}` : db``} ${query ? db`and ${isFound(db, query)}` : db``}`,
  // An order has few scans; those of the shop are counted as they come.
  counted:
    order || query ? undefined : db`select coalesce(sum(scans), 0)::int as count from ticket_scan_figures`,
  id: db`t.id`,
  sequence: sequenceOf(ordering, {}, db`t.id`, '-id'),
}))
