import type { Ordering } from '@our-print/contract/paging.ts'
import { testEvent, type WebhookMessage } from '@our-print/contract/shop/messages.ts'
import {
  type DeliveryState,
  deliveryDays,
  retryDays,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@our-print/contract/shop/webhooks.ts'
import { type DayRange, timeInJson, withinDays } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Answer } from '../../base/outgoing/sendRequest.ts'

// Reading the log.

type Filter = DayRange & {
  webhook: string
  query?: string
  state?: DeliveryState
  event_type?: string
  ordering?: Ordering
}

const columns = (db: Db) => db`
  d.id, 'msg_' || d.id as message_id, d.event_type, d.entity, d.record, d.state, d.attempts,
  case when d.state = 'pending' then d.next_try_at end as next_try_at, d.last_tried_at, d.last_status, d.last_error,
  d.happened_at`

const where = (
  db: Db,
  { webhook, query, state, event_type, ordering: _, ...days }: Filter,
) => db`where d.webhook = ${webhook}
  ${state ? db`and d.state = ${state}` : db``} ${event_type ? db`and d.event_type = ${event_type}` : db``}
  ${withinDays(db, db`d.created_at`, days)} ${query ? db`and ${contains(db, db`d.record::text`, query)}` : db``}`

export const { select, list } = defineList<Filter, WebhookDelivery>((db, filter) => ({
  select: db`select ${columns(db)} from webhook_deliveries d`,
  from: db`webhook_deliveries d`,
  where: where(db, filter),
  id: db`d.id`,
  sequence: sequenceOf(filter.ordering, {}, db`d.id`, '-id'),
}))

/** The newest tries that a delivery shows. */
const shownTries = 50

export async function get(db: Db, webhook: string, id: string): Promise<WebhookDeliveryDetail> {
  const [delivery] = await db<(WebhookDelivery & SentDelivery & Pick<WebhookDeliveryDetail, 'tries'>)[]>`
    select ${columns(db)}, d.record_version, d.made_by,
      (select coalesce(json_agg(json_build_object('id', t.id, 'at', ${timeInJson(db, db`t.at`)}, 'duration_ms', t.duration_ms,
          'url', t.url, 'status', t.status, 'error', t.error, 'answer', t.answer) order by t.id desc), '[]')
        from (select * from webhook_attempts where delivery = d.id order by id desc limit ${shownTries}) t) as tries
    from webhook_deliveries d where d.webhook = ${webhook} and d.id = ${id}`
  if (!delivery) throw notFound('Delivery')
  const { record_version, made_by, ...shown } = delivery
  return { ...shown, request: messageOf(delivery) }
}

// Sending.

/** What is needed to send a delivery. */
export type SentDelivery = Pick<
  WebhookDelivery,
  'id' | 'message_id' | 'event_type' | 'entity' | 'record' | 'happened_at'
> & {
  record_version: number
  made_by: string | null
}

export const messageOf = (delivery: SentDelivery): WebhookMessage => ({
  type: delivery.event_type as WebhookMessage['type'],
  timestamp: delivery.happened_at,
  data: {
    id: delivery.record,
    entity: delivery.entity,
    version: delivery.record_version,
    by: delivery.made_by,
  },
})

/** Webhooks that have something to send now. */
export async function findDueWebhooks(db: Db): Promise<string[]> {
  const due = await db<{ id: string }[]>`
    select w.id from webhooks w where w.is_active and exists (
      select from webhook_deliveries d where d.webhook = w.id and d.state = 'pending' and d.next_try_at <= now())`
  return due.map(({ id }) => id)
}

/** The next deliveries of a webhook: of each record only the first that is pending, so its events arrive in their sequence. */
export const findDue = (db: Db, webhook: string, limit: number) => db<SentDelivery[]>`
  select d.id, 'msg_' || d.id as message_id, d.event_type, d.entity, d.record, d.happened_at, d.record_version, d.made_by
  from webhook_deliveries d
  where d.webhook = ${webhook} and d.state = 'pending' and d.next_try_at <= now() and d.event_id = (
    select min(e.event_id) from webhook_deliveries e
    where e.webhook = d.webhook and e.record = d.record and e.state = 'pending')
  order by d.next_try_at, d.event_id limit ${limit}`

export type Tried = Answer & { id: string; at: string; url: string }

/** Pauses between tries: each is half as long again as the one before, up to four hours; 36 tries in three days. */
const growth = 1.5
const longestPauseSeconds = 4 * 3600

/**
 * Stores what came back. A delivered one lets the next of its record go at once; behind a failed one they wait with it.
 * Returns whether one has been tried for three days.
 */
export async function saveTried(db: Db, tried: Tried[], firstPauseSeconds: number): Promise<boolean> {
  const [row] = await db<[{ is_hopeless: boolean }]>`
    with tried as (
      select t.* from unnest(${tried.map(({ id }) => id)}::uuid[], ${tried.map(({ at }) => at)}::timestamptz[],
        ${tried.map(({ duration_ms }) => duration_ms)}::int[], ${tried.map(({ url }) => url)}::text[],
        ${tried.map(({ status }) => status)}::int[], ${tried.map(({ error }) => error)}::text[],
        ${tried.map(({ text }) => text)}::text[]) t (id, at, duration_ms, url, status, error, answer)
      -- Without those whose webhook was deleted meanwhile.
      join webhook_deliveries d using (id) for key share of d
    ), logged as (
      insert into webhook_attempts (delivery, at, duration_ms, url, status, error, answer)
      select id, at, duration_ms, url, status, error, answer from tried
    ), saved as (
      update webhook_deliveries d set
        state = case when t.error is null then 'delivered' else 'pending' end,
        attempts = d.attempts + 1, first_tried_at = coalesce(d.first_tried_at, t.at), last_tried_at = t.at,
        last_status = t.status, last_error = t.error,
        next_try_at = now() + make_interval(secs =>
          least(${firstPauseSeconds} * ${growth}::float8 ^ least(d.attempts, 100), ${longestPauseSeconds}))
      from tried t where d.id = t.id and d.state = 'pending'
      returning d.*
    ), followers as (
      update webhook_deliveries d
      set next_try_at = case when s.state = 'delivered' then now() else greatest(d.next_try_at, s.next_try_at) end
      from saved s
      where d.webhook = s.webhook and d.record = s.record and d.state = 'pending' and d.event_id > s.event_id
        and (s.state = 'pending' or d.next_try_at > now())
    )
    select coalesce(bool_or(state = 'pending' and first_tried_at < now() - ${retryDays} * interval '1 day'), false)
      as is_hopeless
    from saved`
  return row.is_hopeless
}

/**
 * Fails the deliveries that were tried for three days, if the endpoint accepted others in this time; returns how many. What
 * waits behind them of the same records is due at once.
 */
export async function failHopeless(db: Db, webhook: string): Promise<number> {
  const [row] = await db<[{ failed: number }]>`
    with failed as (
      update webhook_deliveries set state = 'failed'
      where webhook = ${webhook} and state = 'pending' and first_tried_at < now() - ${retryDays} * interval '1 day'
        and exists (
          select from webhook_deliveries where webhook = ${webhook} and state = 'delivered' and event_id is not null
            and last_tried_at > now() - ${retryDays} * interval '1 day')
      returning id, record
    ), followers as (
      update webhook_deliveries d set next_try_at = now()
      where d.webhook = ${webhook} and d.state = 'pending' and d.record in (select record from failed)
        and d.id not in (select id from failed)
    )
    select count(*)::int as failed from failed`
  return row.failed
}

/** Creates the delivery of a test, which is tried once. */
export async function createTest(db: Db, webhook: string, made_by: string): Promise<SentDelivery> {
  const [delivery] = await db<SentDelivery[]>`
    insert into webhook_deliveries (webhook, event_type, entity, record, record_version, made_by, happened_at, state)
    select id, ${testEvent}, 'webhook', id, 1, ${made_by}, now(), 'failed' from webhooks
    where id = ${webhook} for key share
    returning id, 'msg_' || id as message_id, event_type, entity, record, happened_at, record_version, made_by`
  if (!delivery) throw notFound('Webhook')
  return delivery
}

/** Stores what came back to a test, unless its webhook was deleted meanwhile. */
export const saveTest = (db: Db, { id, at, url, duration_ms, status, error, text }: Tried) => db`
  with sent as (
    select id from webhook_deliveries where id = ${id} for key share
  ), logged as (
    insert into webhook_attempts (delivery, at, duration_ms, url, status, error, answer)
    select id, ${at}::timestamptz, ${duration_ms}::int, ${url}, ${status}::int, ${error}, ${text} from sent)
  update webhook_deliveries d set attempts = 1, first_tried_at = ${at}, last_tried_at = ${at}, last_status = ${status},
    last_error = ${error}, state = ${error === null ? 'delivered' : 'failed'}
  from sent where d.id = sent.id`

// Replay.

const pendingAgain = (db: Db) => db`state = 'pending', first_tried_at = null, next_try_at = now()`

/** Gives up all deliveries that wait, for a reason that they show; returns how many. */
export async function dropPending(db: Db, reason: string): Promise<number> {
  const { count } = await db`
    update webhook_deliveries set state = 'failed', last_error = ${reason} where state = 'pending'`
  return count
}

/** Queues a delivery again. */
export async function replay(db: Db, webhook: string, id: string): Promise<WebhookDelivery> {
  const [delivery] = await db<WebhookDelivery[]>`
    update webhook_deliveries d set ${pendingAgain(db)}
    where d.webhook = ${webhook} and d.id = ${id} and d.state <> 'pending' and d.event_id is not null
    returning ${columns(db)}`
  if (delivery) return delivery
  const { state } = await get(db, webhook, id)
  throw state === 'pending'
    ? conflict('This delivery waits to be sent already.', 'pending')
    : conflict('A test is not sent again. Send a new one.', 'test')
}

/** Queues all deliveries of a period again that are done; returns how many. */
export async function replayPeriod(
  db: Db,
  webhook: string,
  { event_types, ...days }: DayRange & { event_types?: readonly string[] | undefined },
): Promise<number> {
  const replayed = await db`
    update webhook_deliveries d set ${pendingAgain(db)}
    where d.webhook = ${webhook} and d.state <> 'pending' and d.event_id is not null ${withinDays(db, db`d.created_at`, days)}
      ${event_types ? db`and d.event_type = any(${[...event_types]})` : db``}`
  return replayed.count
}

const perSweep = 5000

/** Deletes deliveries that are older than 30 days, in portions, so that no transaction is long. */
export async function sweep(db: Db): Promise<void> {
  for (;;) {
    const gone = await db`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < now() - ${deliveryDays} * interval '1 day' limit ${perSweep})`
    if (gone.count < perSweep) return
  }
}
