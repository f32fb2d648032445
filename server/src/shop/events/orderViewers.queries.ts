import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import { viewSeconds } from '@our-print/contract/shop/orderViewers.ts'
import type { Db } from '../../base/database/db.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'

type Viewer = { id: string; full_name: string }

const isOpen = (db: Db) => db`v.seen_at > now() - ${viewSeconds} * interval '1 second'`

/** Notes that a person has an order's page open; returns the others who have. Announced only when somebody comes. */
export async function view(db: Db, actor: Actor, order: string): Promise<Viewer[]> {
  const viewer = actor.id
  const seen = await db`
    with before as (
      select from order_viewers v where v.order_id = ${order} and v.viewer = ${viewer} and ${isOpen(db)}
    ), visible as (
      select id, version, assigned_user from orders
      where id = ${order} and (${seesAllOrders(actor)} or assigned_user = ${viewer})
    ), announced as (
      insert into event_queue (name, entity, record, version, staff_user, made_by)
      select 'order.viewed', 'order', id, version, assigned_user, ${viewer} from visible
      where not exists (select from before)
    )
    insert into order_viewers (order_id, viewer) select id, ${viewer} from visible
    on conflict (order_id, viewer) do update set seen_at = now() returning 1`
  if (seen.length === 0) throw notFound('Order')
  return db<Viewer[]>`
    select s.id, s.full_name from order_viewers v join staff_users s on s.id = v.viewer
    where v.order_id = ${order} and v.viewer <> ${viewer} and ${isOpen(db)} order by s.full_name, s.id`
}

export const leave = (db: Db, { id: viewer }: Actor, order: string) => db`
  with gone as (
    delete from order_viewers where order_id = ${order} and viewer = ${viewer} returning order_id
  )
  insert into event_queue (name, entity, record, version, staff_user, made_by)
  select 'order.viewed', 'order', o.id, o.version, o.assigned_user, ${viewer}
  from gone join orders o on o.id = gone.order_id`

/** Tells that an order was commented on; nothing of the order itself has changed. */
export const announceComment = (db: Db, by: string, order: string) => db`
  insert into event_queue (name, entity, record, version, staff_user, made_by)
  select 'order.commented', 'order', id, version, assigned_user, ${by} from orders where id = ${order}`

export const sweep = (db: Db) => db`delete from order_viewers v where not ${isOpen(db)}`

/** The name of a staff user, as it stands in the history of orders. */
export async function getName(db: Db, id: string): Promise<Viewer> {
  const [person] = await db<Viewer[]>`select id, full_name from staff_users where id = ${id}`
  if (!person) throw notFound('Person')
  return person
}
