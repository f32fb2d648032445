import type { Db } from './db.ts'

/** Something that was done without a change of a record: an export, a sign-in. Changes are traced by triggers. */
export type Act = {
  /** The staff user; null for a command on the server, or for a stranger. */
  actor: string | null
  action: string
  entity: string
  /** Undefined if it concerns no record. */
  entity_id?: string | undefined
  before?: object | null
  after: object | null
  request_id?: string | null
}

/** In the place of a record's id, where there is no record. */
export const noRecord = '00000000-0000-0000-0000-000000000000'

/** Adds an entry to the audit. */
export const addEntry = (db: Db, { actor, action, entity, entity_id, before, after, request_id }: Act) => db`
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  values (${actor}, ${action}, ${entity}, ${entity_id ?? noRecord}, ${before ? db.json({ ...before }) : null},
    ${after ? db.json({ ...after }) : null}, ${request_id ?? null})`

/** Adds the entries of something that the server did by itself to many records. */
export const addServerEntries = (
  db: Db,
  { action, entity }: Pick<Act, 'action' | 'entity'>,
  changes: { id: string; after: object }[],
) => db`
  insert into audit_entries (action, entity, entity_id, after)
  select ${action}, ${entity}, c.id, c.after::jsonb
  from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ after }) => JSON.stringify(after))}::text[]) c (id, after)`

/** Strangers can try any number of emails; no more entries of unknown ones are kept in an hour. */
const mostUnknown = 1000

/** Adds an entry of a failed sign-in; `account` is the staff user whose email it was. */
export const addFailedSignIn = (
  db: Db,
  { account, request_id, ...after }: FailedSignIn & { account: string | undefined },
) => db`
  insert into audit_entries (action, entity, entity_id, after, request_id)
  select 'sign_in_failed', 'sessions', ${account ?? noRecord}, ${db.json(after)}, ${request_id}
  where (
    select count(*) from (
      select from audit_entries where action = 'sign_in_failed' and entity_id = ${noRecord}
        and at > now() - interval '1 hour' limit ${mostUnknown}) recent
  ) < ${account ? mostUnknown + 1 : mostUnknown}`

type FailedSignIn = { email: string; address: string; device: string; request_id: string }

/** Adds an entry that a person opened a record, unless they did in the last ten minutes. */
export const addView = (db: Db, { actor, entity, entity_id, request_id }: View) => db`
  insert into audit_entries (actor, action, entity, entity_id, request_id)
  select ${actor}, 'view', ${entity}, ${entity_id}, ${request_id}
  where not exists (
    select from audit_entries where entity_id = ${entity_id} and actor = ${actor} and action = 'view'
      and at > now() - interval '10 minutes')`

type View = { actor: string; entity: string; entity_id: string; request_id: string }

/** Entries about reading and signing in and out, which are deleted after a time. */
export const passingActions = ['view', 'export', 'sign_in', 'sign_in_failed', 'sign_out'] as const

const piece = 5_000

/**
 * Deletes entries about reading and signing in and out that are older than these days. A day later than that: the seal of an entry is
 * a little younger than the entry.
 */
export async function deletePassed(db: Db, days: number): Promise<void> {
  for (let deleted = piece; deleted === piece; ) {
    const { count } = await db`
      delete from audit_entries where id in (
        select id from audit_entries
        where action = any(${passingActions}) and action not in ('insert', 'update')
          and at < now() - (${days}::int + 1) * interval '1 day'
        order by at limit ${piece})`
    deleted = count
  }
}
