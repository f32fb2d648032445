import { type CourierTask } from '@our-print/contract/orders/courierTasks.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import type { Db } from '../../base/database/db.ts'
import { whenDone } from '../../base/database/doneTimes.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { confirmKeys } from '../../base/files/reservedKeys.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { findNamed, readNamed } from '../namedOrders.queries.ts'
import { addTaskNote } from '../orderHistory.queries.ts'

type Picture = Omit<CourierTask['pictures'][number], 'url'>

/** A task as it is read: its pictures have no links yet. */
export type CourierTaskRow = Omit<CourierTask, 'pictures'> & { pictures: Picture[] }

const columns = (db: Db, reader: Actor) => db`
  t.id, t.order_id as "order", o.number as order_number, o.title as order_title, t.code, t.tried,
  ${can(reader, 'prices') ? db`t.collected / 100.0::float8` : db`null::float8`} as collected, t.refusal, t.received_by,
  (select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind) order by p.kind), '[]')
    from courier_task_pictures p where p.task_id = t.id) as pictures,
  t.created_at as at, coalesce(t.happened_at, t.created_at) as happened_at, t.said_at, a.full_name as by, t.note,
  t.settled_at, b.full_name as settled_by, t.version`

const found = (db: Db) => db`
  courier_tasks t left join orders o on o.id = t.order_id join staff_users a on a.id = t.created_by`

const joined = (db: Db) => db`${found(db)} left join staff_users b on b.id = t.settled_by`

type Filter = { reader: Actor; order?: string; open?: boolean; query?: string; ordering?: Ordering }

const searched = (db: Db) => db`
  search_text(concat_ws(E'\n', o.number, o.title, a.full_name, t.tried, t.code))`

const where = (db: Db, { order, open, query }: Omit<Filter, 'reader'>) => db`where true
  ${order ? db`and t.order_id = ${order}` : db``}
  ${open === undefined ? db`` : open ? db`and t.settled_at is null` : db`and t.settled_at is not null`}
  ${query ? db`and ${contains(db, searched(db), query)}` : db``}`

export const { select, list } = defineList<Filter, CourierTaskRow>((db, filter) => ({
  select: db`select ${columns(db, filter.reader)} from ${joined(db)}`,
  from: found(db),
  where: where(db, filter),
  id: db`t.id`,
  sequence: sequenceOf(filter.ordering, {}, db`t.id`, '-id'),
}))

export async function get(db: Db, reader: Actor, id: string): Promise<CourierTaskRow> {
  const [task] = await db<
    CourierTaskRow[]
  >`select ${columns(db, reader)} from ${joined(db)} where t.id = ${id}`
  if (!task) throw notFound('Refused act')
  return task
}

/** An order that the actor sees, or had once: whoever took it from them is in the audit. */
const isOrWasTheirs = (db: Db, actor: Actor) =>
  seesAllOrders(actor)
    ? db`true`
    : db`(o.assigned_user = ${actor.id} or exists (
        select from audit_entries e
        where e.entity_id = o.id and e.entity = 'orders' and e.before ->> 'assigned_user' = ${actor.id}))`

/** 404 for an order that was never the actor's. */
export async function checkTheirs(db: Db, actor: Actor, order: string): Promise<void> {
  const [theirs] = await db`select 1 from orders o where o.id = ${order} and ${isOrWasTheirs(db, actor)}`
  if (!theirs) throw notFound('Order')
}

/** What is of an order that the phone knew, or of a code that was scanned. */
export type About = { order: string } | { code: string }
type NewTask = Pick<CourierTask, 'tried' | 'refusal' | 'received_by'> & {
  collected?: number
  happened_at?: string
}
type SentTask = Pick<CourierTask, 'id' | 'order' | 'at'>
export type NewPicture = Picture & { content_type: string; storage_key: string; size: number }

/** Keeps a refused act with its pictures. When it was done is what the phone says: the order may have changed since. */
export async function create(
  db: Db,
  actor: Actor,
  about: About,
  { happened_at, collected, ...said }: NewTask,
  pictures: readonly NewPicture[],
): Promise<SentTask> {
  const { now, ...of } =
    'order' in about ? await lockTheirs(db, actor, about.order) : await ofCode(db, about.code)
  const paise = collected === undefined ? null : toPaise(collected)
  const row = { ...of, ...said, collected: paise, created_by: actor.id, ...whenDone(happened_at, now) }
  const [task] = await db<[SentTask]>`
    insert into courier_tasks ${db(row)} returning id, order_id as "order", created_at as at`
  if (pictures.length > 0) {
    await db`insert into courier_task_pictures ${db(pictures.map((picture) => ({ ...picture, task_id: task.id })))}`
    await confirmKeys(
      db,
      pictures.map(({ storage_key }) => storage_key),
    )
  }
  // A code may be of anybody's order: who sends it writes nothing into that, and is not told which one it is.
  if ('code' in about) return { ...task, order: null }
  await addTaskNote(db, actor.id, about.order, 'sent', `${said.tried}\nRefused: ${said.refusal}`)
  return task
}

async function lockTheirs(db: Db, actor: Actor, order: string) {
  const [locked] = await db<{ order_id: string; now: string }[]>`
    select o.id as order_id, clock_timestamp() as now from orders o
    where o.id = ${order} and ${isOrWasTheirs(db, actor)} for no key update`
  if (!locked) throw notFound('Order')
  return locked
}

/** The office sees which order a code names, as it does of every scan. */
const ofCode = async (db: Db, code: string) => ({
  order_id: await findNamed(db, readNamed(code)),
  code,
  now: new Date().toISOString(),
})

/** Ends a task, once; the order's history says how. */
export async function settle(
  db: Db,
  actor: Actor,
  id: string,
  { note, version }: { note: string; version?: number | undefined },
): Promise<CourierTaskRow> {
  await db`select 1 from courier_tasks where id = ${id} for no key update`
  const task = await get(db, actor, id)
  if (task.settled_at) throw conflict(`${task.settled_by} has settled this already.`, 'settled')
  await checkVersion('This refused act', version, task, () => task)
  await db`
    update courier_tasks set version = version + 1, note = ${note}, settled_by = ${actor.id}, settled_at = now()
    where id = ${id}`
  if (task.order) await addTaskNote(db, actor.id, task.order, 'settled', `${task.tried}\n${note}`)
  return get(db, actor, id)
}

export async function getPicture(db: Db, id: string): Promise<NewPicture> {
  const [picture] = await db<NewPicture[]>`
    select id, kind, content_type, storage_key, size from courier_task_pictures where id = ${id}`
  if (!picture) throw notFound('Picture')
  return picture
}
