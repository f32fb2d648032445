import type { ActName, ApprovalStatus } from '@our-print/contract/money/approvalActs.ts'
import { approvalDays } from '@our-print/contract/money/approvalActs.ts'
import type { Approval, approvalOrderings } from '@our-print/contract/money/approvals.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { abilitiesOf } from '../../people/abilities/abilitySets.queries.ts'
import { isValid } from '../../people/abilities/validKeys.queries.ts'
import type { Shown } from './askedAct.ts'

/** One whose time is over is expired, also before the sweep has said so. */
const status = (db: Db) => db`
  case when a.status = 'waiting' and a.expires_at <= now() then 'expired' else a.status end`

const columns = (db: Db, { id }: Pick<Actor, 'id'>) => db`
  a.id, a.number, a.act, a.summary, a.changes, a.asked_by, s.full_name as asked_by_name, a.asked_at,
  ${status(db)} as status, a.expires_at, a.decided_by, d.full_name as decided_by_name,
  case when ${status(db)} = 'expired' then a.expires_at else a.decided_at end as decided_at, a.reason, a.failure,
  ${id} in (a.asked_by, a.asker) as is_own`

const joined = (db: Db) => db`
  approvals a join staff_users s on s.id = a.asked_by left join staff_users d on d.id = a.decided_by`

type Filter = {
  actor: Actor
  query?: string
  status?: ApprovalStatus
  ordering?: Ordering<(typeof approvalOrderings)[number]>
}

const where = (db: Db, filter: Filter) => db`where true
  ${filter.status ? db`and ${status(db)} = ${filter.status}` : db``}
  ${filter.query ? db`and ${contains(db, db`search_text(concat_ws(E'\n', a.number, a.summary, s.full_name, d.full_name))`, filter.query)}` : db``}`

/** Those that wait stand first, where nobody chose a sequence. */
const sequence = (db: Db, ordering: Filter['ordering']) => {
  const chosen = sequenceOf(
    ordering,
    { asked_at: db`a.asked_at`, number: db`a.number` },
    db`a.id`,
    '-asked_at',
  )
  return ordering ? chosen : { ...chosen, by: [db`(${status(db)} = 'waiting')`, ...chosen.by] }
}

export const { select, list } = defineList<Filter, Approval>((db, filter) => ({
  select: db`select ${columns(db, filter.actor)} from ${joined(db)}`,
  from: joined(db),
  where: where(db, filter),
  counted: countOf(db, db`${joined(db)} ${where(db, filter)}`),
  id: db`a.id`,
  sequence: sequence(db, filter.ordering),
}))

export async function get(db: Db, actor: Pick<Actor, 'id'>, id: string): Promise<Approval> {
  const [approval] = await db<Approval[]>`
    select ${columns(db, actor)} from ${joined(db)} where a.id = ${id}`
  if (!approval) throw notFound('Approval')
  return approval
}

type NewApproval = Shown & { act: ActName; endpoint: string; call: object }

/** Keeps an act until a second person decides. Behind an API key stands the person who made it. */
export async function create(db: Db, actor: Actor, asked: NewApproval): Promise<Approval> {
  const [{ id }] = await db<[{ id: string }]>`
    insert into approvals (act, endpoint, call, summary, changes, asked_by, asker, expires_at)
    values (${asked.act}, ${asked.endpoint}, ${db.json(asked.call as never)}, ${asked.summary}, ${db.json(asked.changes)},
      ${actor.id}, coalesce((select created_by from api_keys where id = ${actor.id}), ${actor.id}),
      now() + ${approvalDays} * interval '1 day')
    returning id`
  return get(db, actor, id)
}

/** An approval as it was asked for. */
export type Waiting = Pick<Approval, 'id' | 'status' | 'number' | 'asked_by' | 'asked_by_name' | 'is_own'> & {
  endpoint: string
  call: { params?: unknown; query?: unknown; body?: unknown; kept?: unknown }
  changes: Shown['changes']
  /** Whether who would decide can sign in as who asked. */
  knows_password: boolean
}

/** Whether a person set the password of who asked, or of somebody who did: signed in as those, they asked themselves. */
const knowsPassword = (db: Db, { id }: Actor) => db`
  exists (
    with recursive setters (id) as (
      select password_set_by from staff_users where id = a.asker
      union select p.password_set_by from setters join staff_users p using (id))
    select from setters where id = ${id})`

/** One approval with what it would do; locked, so that only one person decides. */
export async function lock(db: Db, actor: Actor, id: string): Promise<Waiting> {
  await db`select from approvals where id = ${id} for update`
  return read(db, actor, id)
}

export async function read(db: Db, actor: Actor, id: string): Promise<Waiting> {
  const [found] = await db<Waiting[]>`
    select ${columns(db, actor)}, a.endpoint, a.call, ${knowsPassword(db, actor)} as knows_password
    from ${joined(db)} where a.id = ${id}`
  if (!found) throw notFound('Approval')
  return found
}

/** How what an act shows is read: so that it stays so until the act has run, or only to be seen. */
export const lockOf = (db: Db, isLocked: boolean) => (isLocked ? db`for no key update` : db``)

/** Whose change the audit and the events say it is. */
export const actAs = (db: Db, { id }: Actor) => db`select set_config('our_print.actor', ${id}, true)`

type Decision = {
  status: 'approved' | 'refused' | 'failed'
  by: string
  reason: string
  failure?: string | null
}

/** Ends an approval that is locked and waits. */
export const end = (db: Db, id: string, { status, by, reason, failure = null }: Decision) => db`
  update approvals set version = version + 1, status = ${status}, decided_by = ${by}, decided_at = now(),
    reason = ${reason}, failure = ${failure}
  where id = ${id}`

/** Ends those whose time is over. */
export const expire = (db: Db) => db`
  update approvals set version = version + 1, status = 'expired', decided_at = expires_at
  where id in (select id from approvals where status = 'waiting' and expires_at <= now() for update skip locked)`

/**
 * Who asked, with what they may do now; undefined if they are gone. A key acts as whoever made it, and as long, as when it
 * is used.
 */
export async function findAsker(db: Db, id: string): Promise<Actor | undefined> {
  const [asker] = await db<(Actor & { abilities: Ability[] })[]>`
    select s.id, s.email, s.full_name, m.is_superuser, ${abilitiesOf(db, db`m`)}
    from staff_users s left join api_keys k on k.id = s.id
    join staff_users m on m.id = case when s.is_api_key then k.created_by else s.id end
    where s.id = ${id} and case when s.is_api_key then ${isValid(db)} else s.is_active end`
  return asker
}
