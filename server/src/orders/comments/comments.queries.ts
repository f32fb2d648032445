import type { OrderComment, OwnMention } from '@our-print/contract/orders/orderComments.ts'
import { listOrders } from '@our-print/contract/orders/orders.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { abilitiesFor, seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound, unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { announceComment } from '../../shop/events/orderViewers.queries.ts'
import { tell } from '../../shop/push/tell.queries.ts'
import { seesOrder } from '../seesOrder.queries.ts'

type Person = { id: string; full_name: string }

/** Condition: of the comments on an order that the actor may see, the comment `c`. The office sees all of them. */
const seesComment = (db: Db, actor: Actor) =>
  seesAllOrders(actor)
    ? db`true`
    : db`(c.by = ${actor.id} or exists (select from order_mentions m where m.comment_id = c.id and m.person = ${actor.id}))`

const columns = (db: Db, { id }: Actor) => db`
  c.id, c.at, a.full_name as by, c.text,
  array(
    select s.full_name from order_mentions m join staff_users s on s.id = m.person
    where m.comment_id = c.id order by s.full_name, s.id) as mentions,
  exists (select from order_mentions m where m.comment_id = c.id and m.person = ${id}) as is_for_you`

const joined = (db: Db) => db`
  order_comments c join orders o on o.id = c.order_id join staff_users a on a.id = c.by`

type Filter = { actor: Actor; order: string; query?: string; ordering?: Ordering }

const where = (db: Db, { actor, order, query }: Filter) => db`
  where c.order_id = ${order} and ${seesOrder(db, actor)} and ${seesComment(db, actor)}
  ${query ? db`and ${contains(db, db`search_text(c.text)`, query)}` : db``}`

export const { select, list } = defineList<Filter, OrderComment>((db, filter) => ({
  select: db`select ${columns(db, filter.actor)} from ${joined(db)}`,
  from: joined(db),
  where: where(db, filter),
  counted: countOf(db, db`${joined(db)} ${where(db, filter)}`),
  id: db`c.id`,
  sequence: sequenceOf(filter.ordering, {}, db`c.id`, '-id'),
}))

/** Condition: the staff user `s` sees all orders. */
const isOffice = (db: Db) => db`(s.is_superuser or exists (
  select from ability_sets a where a.id = s.ability_set and a.abilities && ${abilitiesFor(listOrders).anyOf}::text[]))`

/** The others who may see an order: the office, and the courier who has it. 404 if the actor may not. */
export async function listPeople(db: Db, actor: Actor, order: string): Promise<Person[]> {
  const [found] = await db<{ people: Person[] }[]>`
    select coalesce((
      select json_agg(json_build_object('id', s.id, 'full_name', s.full_name) order by s.full_name, s.id)
      from staff_users s
      where s.is_active and not s.is_api_key and s.id <> ${actor.id} and (s.id = o.assigned_user or ${isOffice(db)})
    ), '[]') as people
    from orders o where o.id = ${order} and ${seesOrder(db, actor)}`
  if (!found) throw notFound('Order')
  return found.people
}

type NewComment = { text: string; mentions: string[] }

/** Comments on an order, and tells the stream of events. The order keeps its courier meanwhile. */
export async function add(db: Db, actor: Actor, order: string, { text, mentions }: NewComment) {
  const [locked] = await db`
    select 1 from orders o where o.id = ${order} and ${seesOrder(db, actor)} for no key update`
  if (!locked) throw notFound('Order')
  const people = await listPeople(db, actor, order)
  const named = [...new Set(mentions)]
  const isKnown = (id: string) => people.some((person) => person.id === id)
  if (!named.every(isKnown)) throw unprocessable('mentions', 'Somebody who is named does not see this order')
  const [row] = await db<[{ id: string }]>`
    insert into order_comments (order_id, by, text) values (${order}, ${actor.id}, ${text}) returning id`
  await db`insert into order_mentions (comment_id, person) select ${row.id}, unnest(${named}::uuid[])`
  await announceComment(db, actor.id, order)
  await tell(
    db,
    named.map((person) => ({ kind: 'note' as const, record: order, person })),
  )
  const [comment] = await db<[OrderComment]>`
    select ${columns(db, actor)} from ${joined(db)} where c.id = ${row.id}`
  return comment
}

type MentionFilter = { actor: Actor; query?: string; is_seen?: boolean; ordering?: Ordering }

const mentions = (db: Db) => db`
  order_mentions n join order_comments c on c.id = n.comment_id join orders o on o.id = c.order_id
  join staff_users a on a.id = c.by`

const whereMention = (db: Db, { actor, query, is_seen }: MentionFilter) => db`
  where n.person = ${actor.id} and ${seesOrder(db, actor)}
  ${is_seen === undefined ? db`` : is_seen ? db`and n.seen_at is not null` : db`and n.seen_at is null`}
  ${query ? db`and ${contains(db, db`search_text(c.text)`, query)}` : db``}`

/** The comments that name the actor. */
export const own = defineList<MentionFilter, OwnMention>((db, filter) => ({
  select: db`
    select n.id, c.order_id as "order", o.number as order_number, o.title as order_title, c.at, a.full_name as by, c.text,
      n.seen_at
    from ${mentions(db)}`,
  from: mentions(db),
  where: whereMention(db, filter),
  counted: countOf(db, db`${mentions(db)} ${whereMention(db, filter)}`),
  id: db`n.id`,
  sequence: sequenceOf(filter.ordering, {}, db`n.id`, '-id'),
}))

/** Marks comments that name the actor as seen; returns how many. */
export async function markSeen(db: Db, actor: Actor, order: string | undefined): Promise<number> {
  const { count } = await db`
    update order_mentions n set seen_at = now() from order_comments c
    where c.id = n.comment_id and n.person = ${actor.id} and n.seen_at is null
      ${order ? db`and c.order_id = ${order}` : db``}`
  return count
}
