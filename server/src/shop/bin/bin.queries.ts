import { entities } from '@our-print/contract/entities.ts'
import { type BinKind } from '@our-print/contract/entityKinds.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { type BinEntry, binDays, type binOrderings } from '@our-print/contract/shop/bin.ts'
import { addEntry } from '../../base/database/auditTrail.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'

// Triggers fill the bin: a record that is deleted is in it, and one that is restored is not.

/** `kinds`: those that the person may delete. */
type Filter = {
  kinds?: readonly BinKind[]
  kind?: BinKind
  query?: string
  ordering?: Ordering<(typeof binOrderings)[number]>
}

const lifetime = (db: Db) => db`${binDays}::int * interval '1 day'`

const columns = (db: Db) => db`
  b.id, b.kind, b.name, b.deleted_at, s.full_name as deleted_by, b.deleted_at + ${lifetime(db)} as expires_at`

/** Without what the next run of the job deletes for good. */
const where = (db: Db, { kinds, kind, query }: Filter) => db`where b.deleted_at > now() - ${lifetime(db)}
  ${kinds ? db`and b.kind = any(${[...kinds]})` : db``}
  ${kind ? db`and b.kind = ${kind}` : db``}
  ${query ? db`and ${contains(db, db`search_text(b.name)`, query)}` : db``}`

export const { select, list } = defineList<Filter, BinEntry>((db, filter) => ({
  select: db`select ${columns(db)} from bin b left join staff_users s on s.id = b.deleted_by`,
  from: db`bin b`,
  where: where(db, filter),
  id: db`b.id`,
  sequence: sequenceOf(filter.ordering, { deleted_at: db`b.deleted_at` }, db`b.id`, '-deleted_at'),
}))

export async function get(db: Db, id: string, kinds?: BinKind[]): Promise<BinEntry> {
  const [entry] = await db<BinEntry[]>`
    select ${columns(db)} from bin b left join staff_users s on s.id = b.deleted_by ${where(db, kinds ? { kinds } : {})} and b.id = ${id}`
  return entry ?? missing()
}

/** When those of the records were deleted that are in the bin, by id. */
export async function deletionTimes(db: Db, ids: string[]): Promise<Map<string, string>> {
  const found = await db<Pick<BinEntry, 'id' | 'deleted_at'>[]>`
    select b.id, b.deleted_at from bin b ${where(db, {})} and b.id = any(${ids})`
  return new Map(found.map(({ id, deleted_at }) => [id, deleted_at]))
}

/** Locks entries of the bin, so that none is restored or deleted for good meanwhile; 404 unless all exist. */
export async function lockAll(
  db: Db,
  ids: string[],
  kinds: BinKind[],
): Promise<Pick<BinEntry, 'id' | 'kind'>[]> {
  const found = await db<Pick<BinEntry, 'id' | 'kind'>[]>`
    select b.id, b.kind from bin b ${where(db, { kinds })} and b.id = any(${ids}) order by b.id for update`
  return found.length === ids.length ? found : missing()
}

/** Takes a record out of the bin for good; its row is deleted by a job. With a company go its codes that were deleted before. */
export async function removeForGood(db: Db, actor: Actor, requestId: string, id: string): Promise<void> {
  const [gone] = await db<Pick<BinEntry, 'kind' | 'name'>[]>`
    delete from bin b ${where(db, {})} and b.id = ${id} returning b.kind, b.name`
  if (!gone) return missing()
  await db`delete from bin where id in (select id from deleted_vouchers where client_id = ${id})`
  await addEntry(db, {
    actor: actor.id,
    action: 'purge',
    entity: entities[gone.kind].table,
    entity_id: id,
    before: { name: gone.name },
    after: null,
    request_id: requestId,
  })
}

const missing = (): never => {
  throw notFound('Deleted record')
}

/** Takes records out of the bin whose time is over; a piece of them. */
export const removeExpired = (db: Db, piece: number) => db`
  delete from bin where id in (
    select b.id from bin b where b.deleted_at <= now() - ${lifetime(db)} order by b.deleted_at limit ${piece}
    for update skip locked)`
