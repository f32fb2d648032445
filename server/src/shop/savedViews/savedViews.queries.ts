import { isDeepStrictEqual } from 'node:util'
import { mostViews, type SavedView, type ViewedList } from '@our-print/contract/shop/savedViews.ts'
import type { Db } from '../../base/database/db.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { forbidden, notFound, unprocessable } from '../../base/http/problem.ts'

/** Who reads, and the lists whose shared views they see. */
export type Reader = { id: string; lists: ViewedList[] }

type Content = Pick<SavedView, 'name' | 'is_shared' | 'search' | 'columns'>

/** A shared view whose owner is inactive belongs to everyone with the list, or nobody could tidy it up. */
const columns = (db: Db, { id: actor, lists }: Reader) => db`
  v.id, v.list, v.name, v.is_shared, v.search, v.columns, v.owner,
  json_build_object('id', s.id, 'full_name', s.full_name) as owner_data,
  v.owner = ${actor} or not s.is_active as is_mine, v.version
  from saved_views v join staff_users s on s.id = v.owner
  where (v.owner = ${actor} or (v.is_shared and v.list = any(${lists})))`

/** The views that somebody sees, in the order in which they were made. */
export const list = (db: Db, actor: Reader, list?: ViewedList) => db<SavedView[]>`
  select ${columns(db, actor)} ${list ? db`and v.list = ${list}` : db``} order by v.id`

export async function get(db: Db, actor: Reader, id: string): Promise<SavedView> {
  const [view] = await db<SavedView[]>`select ${columns(db, actor)} and v.id = ${id}`
  if (!view) throw notFound('View')
  return view
}

const asRow = (db: Db, { columns, ...content }: Partial<Content>) => ({
  ...content,
  ...(columns !== undefined && { columns: columns && db.json(columns) }),
})

/** Saves a view; an existing name of the same owner violates a named constraint. */
export async function create(db: Db, reader: Reader, view: Content & { list: ViewedList }) {
  const owner = reader.id
  // Locked, so that the views saved at the same time are counted, too.
  await db`select 1 from staff_users where id = ${owner} for no key update`
  const [{ views }] = await db<[{ views: number }]>`
    select count(*)::int as views from saved_views where owner = ${owner} and list = ${view.list}`
  if (views >= mostViews) {
    throw unprocessable('name', `You have ${mostViews} views of this list. Delete one first.`)
  }
  const row = { owner, list: view.list, ...asRow(db, view) }
  const [{ id }] = await db<[{ id: string }]>`insert into saved_views ${db(row)} returning id`
  return get(db, reader, id)
}

export async function update(db: Db, actor: Reader, id: string, patch: Partial<SavedView>) {
  const { version, name, is_shared, search, columns, ...readOnly } = patch
  const current = await lock(db, actor, id, version)
  refuseChangedFields(readOnly, current, { version, fields: ['owner_data'] })
  const wanted = Object.entries({ name, is_shared, search, columns })
  const changed: Partial<Content> = Object.fromEntries(
    wanted.filter(
      ([key, value]) => value !== undefined && !isDeepStrictEqual(value, current[key as keyof Content]),
    ),
  )
  if (Object.keys(changed).length === 0) return current
  // One of somebody inactive that is no longer shared would be nobody's: it is that of who keeps it.
  const owner = changed.is_shared === false ? { owner: actor.id } : {}
  await db`update saved_views set version = version + 1, ${db({ ...asRow(db, changed), ...owner })} where id = ${id}`
  return get(db, actor, id)
}

export async function remove(db: Db, actor: Reader, id: string): Promise<void> {
  await lock(db, actor, id)
  await db`delete from saved_views where id = ${id}`
}

/** Locks a view that the actor may change. */
async function lock(db: Db, actor: Reader, id: string, version?: number): Promise<SavedView> {
  const read = (one: Db, wanted: string) => get(one, actor, wanted)
  const { is_mine, owner_data } = await get(db, actor, id)
  if (!is_mine) throw forbidden(`Only ${owner_data.full_name} can change this view`)
  return lockRecord(db, { table: 'saved_views', name: 'View', get: read }, id, version)
}
