import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { AuditEntry, listAudit } from '@our-print/contract/shop/audit.ts'
import type { z } from 'zod'
import { withinDays } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { countOf, fromNearerEnd, refuseDeepPage } from '../../base/database/pages.ts'
import { withNames } from './recordNames.queries.ts'

type Filter = Pick<
  z.output<typeof listAudit.schema.querystring>,
  'entity' | 'entity_id' | 'actor' | 'action' | 'request_id' | 'from_date' | 'to_date' | 'ordering'
>
type Kind = Pick<Filter, 'entity' | 'action' | 'actor'>

const columns = (db: Db) => db`
  e.id, e.at, e.actor, s.email as actor_email, s.full_name as actor_name, e.action, e.entity, e.entity_id,
  e.request_id`

/** What a record was after it. Entries from before that was hidden say what somebody who hands over has in hand. */
const after = (db: Db) => db`
  case when e.entity = 'hand_overs' and e.after ? 'in_hand' then e.after || '{"in_hand": "hidden"}' else e.after end`

const ofKind = (db: Db, { entity, action, actor }: Kind) => db`
  ${entity ? db`and entity = ${entity}` : db``}
  ${action ? db`and action = ${action}` : db``}
  ${actor ? db`and actor = ${actor}` : db``}`

/** The same of the counters: audit_figures has the table, a space and the action, which may be two words. */
const ofKindCounted = (db: Db, { entity, action, actor }: Kind) => db`
  ${entity ? db`and split_part(act, ' ', 1) = ${entity}` : db``}
  ${action ? db`and substr(act, strpos(act, ' ') + 1) = ${action}` : db``}
  ${actor ? db`and actor = ${actor}` : db``}`

const where = (db: Db, { entity_id, request_id, ordering: _, ...filter }: Filter) => db`where true
  ${ofKind(db, filter)}
  ${entity_id ? db`and entity_id = ${entity_id}` : db``}
  ${request_id ? db`and request_id = ${request_id}` : db``}
  ${withinDays(db, db`at`, filter)}`

const newest = (db: Db, reversed = false) => (reversed ? db`order by at, id` : db`order by at desc, id desc`)
const isOldestFirst = ({ ordering }: Filter) => ordering === 'id'

const withActor = (db: Db, entries: Fragment, values: Fragment) => db`
  select ${columns(db)}, ${values} from (${entries}) e left join staff_users s on s.id = e.actor`

/** All entries, for a file; values as JSON text. */
export const select = (db: Db, filter: Filter) =>
  withActor(
    db,
    db`select * from audit_entries ${where(db, filter)} ${newest(db, isOldestFirst(filter))}`,
    db`e.before::text as before, (${after(db)})::text as after`,
  )

/** A page of entries, newest first if nothing else is asked for. `db` plans each statement for its values. */
export async function list(db: Db, { limit, offset, ...filter }: Filter & Slice): Promise<Rows<AuditEntry>> {
  const [{ count }] = await db<[{ count: number }]>`${counted(db, filter)}`
  if (offset >= count) return { count, results: [] }
  const oldestFirst = isOldestFirst(filter)
  // The same rows as in the usual sequence, from its end.
  const slice = oldestFirst ? fromEnd({ limit, offset }, count) : { limit, offset }
  const { actor, entity, entity_id, request_id } = filter
  const isRare = actor !== undefined && entity !== undefined && !entity_id && !request_id
  const entries = isRare ? ofDays(db, filter, slice) : inSequence(db, filter, slice, count)
  const found = await db<Omit<AuditEntry, 'names'>[]>`
    ${withActor(db, entries, db`e.before, ${after(db)} as after`)} ${newest(db, oldestFirst)}`
  return { count, results: await withNames(db, found) }
}

const fromEnd = ({ limit, offset }: Slice, count: number): Slice => ({
  limit: Math.min(limit, count - offset),
  offset: Math.max(0, count - offset - limit),
})

/** Skips and reads from the nearer end of an index that has the filter's entries in sequence. */
const inSequence = (db: Db, filter: Filter, slice: Slice, count: number) => {
  const { reversed, limit, offset } = fromNearerEnd(slice, count)
  refuseDeepPage({ limit, offset })
  return db`
    select * from audit_entries ${where(db, filter)} ${newest(db, reversed)} limit ${limit} offset ${offset}`
}

/**
 * What one person did to one kind of record may be a few entries among millions of that person: the counters tell on
 * which days they are, and only those days are read.
 */
const ofDays = (db: Db, filter: Filter, { limit, offset }: Slice) => db`
  select found.* from (
    select day, greatest(0, ${offset} - (upto - entries)) as skipped
    from (
      select starts as day, sum(entries) as entries, sum(sum(entries)) over (order by starts desc) as upto
      from audit_figures where period = 'day' ${ofKindCounted(db, filter)} ${betweenDays(db, filter)}
      group by starts) days
    where upto > ${offset} and upto - entries < ${offset + limit}) days
  cross join lateral (
    select * from audit_entries
    where at >= day_start(days.day) and at < day_start(days.day + 1) ${ofKind(db, filter)}
    ${newest(db)} limit ${limit} offset days.skipped) found
  ${newest(db)} limit ${limit}`

const betweenDays = (db: Db, { from_date, to_date }: Filter) => db`
  ${from_date ? db`and starts >= ${from_date}::date` : db``}
  ${to_date ? db`and starts <= ${to_date}::date` : db``}`

/** The exact number of entries: from the counters, but of one record or one request one by one. */
function counted(db: Db, filter: Filter): Fragment {
  if (filter.entity_id || filter.request_id) return countOf(db, db`audit_entries ${where(db, filter)}`)
  return db`
    select coalesce(sum(entries), 0)::int as count from audit_figures
    where ${inPeriods(db, filter)} ${ofKindCounted(db, filter)}`
}

/** The counters of whole months, and of days before the first and after the last of them. */
function inPeriods(db: Db, { from_date, to_date }: Filter): Fragment {
  if (!from_date && !to_date) return db`period = 'ever'`
  const [from, to] = [from_date ?? '1900-01-01', to_date ?? '2100-01-01']
  const firstMonth = db`date_trunc('month', ${from}::date + interval '1 month' - interval '1 day')::date`
  const endOfMonths = db`date_trunc('month', ${to}::date + interval '1 day')::date`
  return db`(
    (period = 'month' and starts >= ${firstMonth} and starts < ${endOfMonths})
    or (period = 'day' and starts between ${from}::date and ${to}::date
      and (starts < ${firstMonth} or starts >= ${endOfMonths})))`
}
