import { hash, randomBytes } from 'node:crypto'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { ApiKey, apiKeyOrderings, Scope } from '@our-print/contract/people/apiKeys.ts'
import { addEntry } from '../../base/database/auditTrail.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { invalid, notFound } from '../../base/http/problem.ts'
import { abilitiesOf } from '../abilities/abilitySets.queries.ts'
import { isExpired, isValid } from '../abilities/validKeys.queries.ts'
import * as staff from '../staff/staff.queries.ts'

type Filter = { query?: string; ordering?: Ordering<(typeof apiKeyOrderings)[number]> }

/** Random, with a prefix by which people and scanners of leaked secrets know it. */
const newKey = () => `opk_${randomBytes(32).toString('base64url')}`

/** The hash of a key; undefined for what can be no key. */
export const hashKey = (key: string): Buffer | undefined =>
  /^opk_[\w-]{43}$/.test(key) ? hash('sha256', key, 'buffer') : undefined

const columns = (db: Db) => db`
  k.id, k.name, k.hint, k.scopes, k.requests_per_minute, k.expires_on, ${isExpired(db)} as is_expired,
  ${isValid(db)} as is_valid, k.last_used_at,
  json_build_object('id', m.id, 'full_name', m.full_name, 'is_active', m.is_active) as created_by_data, k.created_at`

const joined = (db: Db) => db`api_keys k join staff_users m on m.id = k.created_by`

const where = (db: Db, { query }: Filter) => db`where true
  ${query ? db`and ${contains(db, db`search_text(k.name)`, query)}` : db``}`

export const { select, list } = defineList<Filter, ApiKey>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: joined(db),
  where: where(db, filter),
  counted: countOf(db, db`api_keys k ${where(db, filter)}`),
  id: db`k.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`k.created_at`, name: db`fold_text(k.name) collate "C"` },
    db`k.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<ApiKey> {
  const [key] = await db<ApiKey[]>`select ${columns(db)} from ${joined(db)} where k.id = ${id}`
  if (!key) throw notFound('API key')
  return key
}

type NewApiKey = Pick<ApiKey, 'name' | 'scopes' | 'expires_on' | 'requests_per_minute'>

/** What is kept of a key: its hash in base64url, and its last characters. */
export type Secret = { hash: string; hint: string }

export function newSecret(): Secret & { key: string } {
  const key = newKey()
  return { key, hash: hash('sha256', key, 'base64url'), hint: key.slice(-4) }
}

/** Creates a key, of which only the hash is kept; an existing name violates a named constraint. */
export async function create(
  db: Db,
  created_by: string,
  fields: NewApiKey,
  { key = '', ...secret }: Secret & { key?: string } = newSecret(),
): Promise<ApiKey & { key: string }> {
  const [today] = await db<[{ day: string }]>`select shop_day(now()) as day`
  if (fields.expires_on !== null && fields.expires_on < today.day)
    throw invalid('expires_on', 'This day is over')
  const id = await staff.createForApiKey(db, fields.name)
  const kept = { key_hash: Buffer.from(secret.hash, 'base64url'), hint: secret.hint }
  await db`insert into api_keys ${db({ id, ...fields, ...kept, created_by })}`
  return { ...(await get(db, id)), key }
}

/** Ends all keys that are still valid, as of yesterday, by a command on the server; returns their names. */
export async function expireAll(db: Db): Promise<string[]> {
  const ended = await db<{ id: string; name: string; was: string | null; is: string }[]>`
    update api_keys k set expires_on = (select shop_day(now())) - 1
    from api_keys o
    where o.id = k.id and (k.expires_on is null or k.expires_on >= (select shop_day(now())))
    returning k.id, k.name, o.expires_on as was, k.expires_on as is`
  for (const { id, was, is } of ended) {
    const [before, after] = [{ expires_on: was }, { expires_on: is }]
    await addEntry(db, { actor: null, action: 'update', entity: 'api_keys', entity_id: id, before, after })
  }
  return ended.map(({ name }) => name).toSorted()
}

/** Deletes a key; its account stays, because history and audit name it. */
export async function remove(db: Db, id: string): Promise<void> {
  const removed = await db`delete from api_keys where id = ${id} returning 1`
  if (removed.length === 0) throw notFound('API key')
  await db`delete from api_key_requests where api_key = ${id}`
}

export type UsedKey = {
  key_hash: Buffer
  id: string
  name: string
  scopes: Scope[]
  /** What its maker may do. */
  is_superuser: boolean
  abilities: Ability[]
  requests_per_minute: number
  /** Requests of the current minute, with those that were counted now. */
  requests: number
  seconds_left: number
  is_touched: boolean
}

/** Finds valid keys by their hashes and counts requests of each in the current minute. */
export const use = (db: Db, hashes: string[], requests: number[]) => {
  // The next minute is of a statement that began later; one after it of a clock that has been set back since.
  const isNow = db`r.minute between excluded.minute and excluded.minute + interval '1 minute'`
  return db<UsedKey[]>`
  with found as (
    select k.*, u.requests, m.is_superuser, ${abilitiesOf(db, db`m`)}
    from unnest(${hashes}::bytea[], ${requests}::int[]) u (key_hash, requests)
    join api_keys k using (key_hash) join staff_users m on m.id = k.created_by
    where ${isValid(db)}
  ), counted as (
    insert into api_key_requests as r (api_key, minute, requests)
    select id, date_trunc('minute', now()), requests from found order by id
    on conflict (api_key) do update set
      requests = excluded.requests + case when ${isNow} then r.requests else 0 end,
      minute = case when ${isNow} then r.minute else excluded.minute end
    returning api_key, minute, requests
  )
  select k.key_hash, k.id, k.name, k.scopes, k.is_superuser, k.abilities, k.requests_per_minute, c.requests,
    greatest(1, ceil(extract(epoch from c.minute + interval '1 minute' - clock_timestamp())))::int as seconds_left,
    coalesce(k.last_used_at > now() - interval '1 minute', false) as is_touched
  from found k join counted c on c.api_key = k.id`
}

/** Marks a key as used, at most once a minute. */
export const touch = (db: Db, id: string) => db`
  update api_keys set last_used_at = now()
  where id = ${id} and (last_used_at is null or last_used_at <= now() - interval '1 minute')`
