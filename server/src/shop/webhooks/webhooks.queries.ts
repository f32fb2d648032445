import type { Ordering } from '@our-print/contract/paging.ts'
import { type Ability, type Able, can } from '@our-print/contract/people/abilities.ts'
import { seesKind } from '@our-print/contract/people/mayCall.ts'
import { mostWebhooks, rotationHours, type Webhook } from '@our-print/contract/shop/webhooks.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { notFound, unprocessable } from '../../base/http/problem.ts'
import { abilitiesOf } from '../../people/abilities/abilitySets.queries.ts'

type Filter = { query?: string; needs_attention?: boolean; ordering?: Ordering }

const columns = (db: Db) => db`
  w.id, w.url, w.description, w.event_types, w.is_active, w.switched_off_at, w.switched_off_reason,
  case when w.previous_secret_until > now() then w.previous_secret_until end as previous_secret_until,
  (select count(*)::int from (
    select from webhook_deliveries d where d.webhook = w.id and d.state = 'pending' limit 1000) p) as pending,
  (select count(*)::int from (
    select from webhook_deliveries d
    where d.webhook = w.id and d.state = 'failed' and d.event_id is not null limit 1000) f) as failed,
  w.created_at, w.version`

/** Switched off by the server, or with deliveries that failed. */
const needsAttention = (db: Db) => db`(w.switched_off_at is not null or exists (
  select from webhook_deliveries d where d.webhook = w.id and d.state = 'failed' and d.event_id is not null))`

const where = (db: Db, { query, needs_attention }: Filter) => db`where true
  ${needs_attention === undefined ? db`` : db`and ${needsAttention(db)} = ${needs_attention}`}
  ${query ? db`and ${contains(db, db`search_text(w.url || E'\n' || w.description)`, query)}` : db``}`

export const { select, list } = defineList<Filter, Webhook>((db, filter) => ({
  select: db`select ${columns(db)} from webhooks w`,
  from: db`webhooks w`,
  where: where(db, filter),
  id: db`w.id`,
  sequence: sequenceOf(filter.ordering, {}, db`w.id`, '-id'),
}))

export async function get(db: Db, id: string): Promise<Webhook> {
  const [webhook] = await db<Webhook[]>`select ${columns(db)} from webhooks w where w.id = ${id}`
  if (!webhook) throw notFound('Webhook')
  return webhook
}

type NewWebhook = Pick<Webhook, 'url' | 'description' | 'event_types' | 'is_active'>

/** The id of a webhook that is to be created: its secret is sealed for it. */
export async function newId(db: Db): Promise<string> {
  const [{ id }] = await db<[{ id: string }]>`select uuid_v7() as id`
  return id
}

/** Who answers for what the actor does: of a key who made it, so that it is still known when the key is deleted. */
async function personBehind(db: Db, actor: string): Promise<string> {
  const [key] = await db<{ created_by: string }[]>`select created_by from api_keys where id = ${actor}`
  return key?.created_by ?? actor
}

/** Creates a webhook. */
export async function create(
  db: Db,
  actor: string,
  fields: NewWebhook & { id: string; secret_sealed: Buffer },
): Promise<Webhook> {
  // One after another, so that those created at the same time are counted, too.
  await db`lock table webhooks in share row exclusive mode`
  const [{ many }] = await db<[{ many: number }]>`select count(*)::int as many from webhooks`
  if (many >= mostWebhooks)
    throw unprocessable('url', `There are ${mostWebhooks} webhooks. Delete one first.`)
  await db`insert into webhooks ${db({ ...fields, created_by: await personBehind(db, actor) })}`
  return get(db, fields.id)
}

/**
 * Changes a webhook. Where it becomes active again, what waits is due at once, and its three days start anew. Who switched it
 * on, or gave it another address, answers for it.
 */
export async function update(db: Db, actor: string, id: string, patch: Partial<Webhook>): Promise<Webhook> {
  const { version, url, description, event_types, is_active, ...readOnly } = patch
  const current = await lock(db, id, version)
  // What changes by itself between reading and sending back is no fault.
  const { pending, failed, previous_secret_until, ...sent } = readOnly
  refuseChangedFields(sent, current)
  const wanted = {
    url,
    description,
    is_active,
    ...(event_types?.join() !== current.event_types.join() && { event_types }),
  }
  const changed = changedFields(wanted, current)
  if (Object.keys(changed).length === 0) return current
  const isStarted = is_active === true && !current.is_active
  await db`
    update webhooks set version = version + 1, ${db({
      ...changed,
      ...(isStarted && { switched_off_at: null, switched_off_reason: null }),
      ...((isStarted || changed.url) && { created_by: await personBehind(db, actor) }),
    })}
    where id = ${id}`
  if (isStarted) {
    await db`
      update webhook_deliveries set next_try_at = now(), first_tried_at = null where webhook = ${id} and state = 'pending'`
  }
  return get(db, id)
}

/** Replaces the secret; the old one still signs for a day. */
export async function rotateSecret(db: Db, id: string, secret_sealed: Buffer): Promise<Webhook> {
  const rotated = await db`
    update webhooks set version = version + 1, previous_secret_sealed = secret_sealed, secret_sealed = ${secret_sealed},
      previous_secret_until = now() + ${rotationHours} * interval '1 hour'
    where id = ${id} returning 1`
  if (rotated.length === 0) throw notFound('Webhook')
  return get(db, id)
}

export async function remove(db: Db, id: string): Promise<void> {
  const removed = await db`delete from webhooks where id = ${id} returning 1`
  if (removed.length === 0) throw notFound('Webhook')
}

const lock = (db: Db, id: string, version?: number) =>
  lockRecord(db, { table: 'webhooks', name: 'Webhook', get }, id, version)

export type SealedSecrets = {
  id: string
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
}

export type Target = SealedSecrets & { url: string; may_hear: boolean }

/**
 * Where an active webhook is sent, with which secrets it is signed, and whether who made it may still pass on what it is told.
 * As with keys, one of a super admin goes on when they are deactivated. Behind one that a key made stands who made the key; of
 * keys that were deleted long ago that is not known, and it goes on.
 */
export async function findTarget(db: Db, id: string, isTest = false): Promise<Target | undefined> {
  const [found] = await db<(Omit<Target, 'may_hear'> & Maker)[]>`
    select w.id, w.url, w.secret_sealed,
      case when w.previous_secret_until > now() then w.previous_secret_sealed end as previous_secret_sealed,
      w.event_types, m.is_active or m.is_api_key as is_active, m.is_superuser or m.is_api_key as is_superuser, ${abilitiesOf(db, db`m`)}
    from webhooks w left join api_keys k on k.id = w.created_by
    join staff_users m on m.id = coalesce(k.created_by, w.created_by)
    where w.id = ${id} and (w.is_active or ${isTest})`
  if (!found) return undefined
  const { event_types, is_active, is_superuser, abilities, ...target } = found
  const may_hear = mayHear({ event_types, is_active, is_superuser, abilities })
  return { ...target, may_hear }
}

type Maker = { event_types: string[]; is_active: boolean; is_superuser: boolean; abilities: Ability[] }

const mayHear = ({ event_types, is_active, ...maker }: Maker) =>
  maker.is_superuser || (is_active && can(maker, 'keys') && unseenBy(maker, event_types).length === 0)

/** The types of events that a person may not see. */
export const unseenBy = (person: Able, types: readonly string[]) =>
  types.filter((type) => !seesKind(person, type.slice(0, type.indexOf('.'))))

/** Switches a webhook off, with a reason that its screen shows. */
export const switchOff = (db: Db, id: string, reason: string) => db`
  update webhooks set version = version + 1, is_active = false, switched_off_at = now(), switched_off_reason = ${reason}
  where id = ${id} and is_active returning 1`

/** Switches all active webhooks off, with a reason that their screens show; returns their addresses. */
export async function switchAllOff(db: Db, reason: string): Promise<string[]> {
  const switched = await db<{ url: string }[]>`
    update webhooks set version = version + 1, is_active = false, switched_off_at = now(), switched_off_reason = ${reason}
    where is_active returning url`
  return switched.map(({ url }) => url).toSorted()
}
