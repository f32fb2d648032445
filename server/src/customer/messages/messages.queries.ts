import type { Language } from '@our-print/contract/customer/languages.ts'
import type { MessageChannel, MessageFact } from '@our-print/contract/customer/messageFacts.ts'
import {
  type Message,
  type MessageState,
  messageDays,
  messageHours,
} from '@our-print/contract/customer/messages.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { type DayRange, withinDays } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, notFound, unprocessable } from '../../base/http/problem.ts'
import { whyNotActive } from '../../people/customers/activeCustomers.ts'
import { isQuiet } from './channels.queries.ts'
import { remind, tellOfOrders } from './tellFacts.queries.ts'
import { readTold, whyNotTold } from './toldRecords.queries.ts'

// Reading the log.

type Filter = DayRange & {
  query?: string
  state?: MessageState
  fact?: MessageFact
  channel?: MessageChannel
  order?: string
  user?: string
  ordering?: Ordering
}

const columns = (db: Db) => db`
  m.id, m.fact, m.channel, m.state, m.user_id as "user", coalesce(v.name, trim(u.first_name || ' ' || u.last_name)) as user_name,
  m.order_id as "order", o.number as order_number, m.address, m.subject, m.text, m.attempts,
  case when m.state = 'queued' then m.next_try_at end as next_try_at, m.sent_at, m.said, m.again, m.created_at`

const sources = (db: Db) =>
  db`messages m left join users u on u.id = m.user_id left join request_confirmations v on v.id = m.confirmation_id
    left join orders o on o.id = m.order_id`

const where = (db: Db, { query, ordering: _, ...filter }: Filter) => db`where true
  ${filter.state ? db`and m.state = ${filter.state}` : db``} ${filter.fact ? db`and m.fact = ${filter.fact}` : db``}
  ${filter.channel ? db`and m.channel = ${filter.channel}` : db``}
  ${filter.order ? db`and m.order_id = ${filter.order}` : db``} ${filter.user ? db`and m.user_id = ${filter.user}` : db``}
  ${withinDays(db, db`m.created_at`, filter)}
  ${
    query
      ? db`and ${contains(db, db`search_text(coalesce(v.name, u.first_name || ' ' || u.last_name) || E'\n' || coalesce(m.address, '') || E'\n' || coalesce(m.said, ''))`, query)}`
      : db``
  }`

export const { select, list } = defineList<Filter, Message>((db, filter) => ({
  select: db`select ${columns(db)} from ${sources(db)}`,
  from: filter.query ? sources(db) : db`messages m`,
  where: where(db, filter),
  id: db`m.id`,
  sequence: sequenceOf(filter.ordering, {}, db`m.id`, '-id'),
}))

export async function get(db: Db, id: string): Promise<Message> {
  const [message] = await db<Message[]>`select ${columns(db)} from ${sources(db)} where m.id = ${id}`
  if (!message) throw notFound('Message')
  return message
}

// What people have sent.

/** Reminds a customer of what is owed; says why that cannot be. */
export async function createReminder(db: Db, user: string): Promise<Message> {
  await refuseInactive(db, user, 'user')
  const [today] = await db`
    select 1 from messages where fact = 'payment_reminder' and about = ${user} and created_at >= day_start(shop_day(now()))`
  if (today) throw conflict('This customer was reminded today already.', 'reminded')
  await remind(db, user)
  return getQueued(db, 'payment_reminder', user, 'user')
}

/** Asks the customer of an order what the check of its files found; says why that cannot be. */
export async function createQuestion(db: Db, id: string): Promise<Message> {
  const [order] = await db<{ version: number; user_id: string }[]>`
    select version, user_id from orders where id = ${id} for no key update`
  if (!order) throw unprocessable('order', 'There is no such order')
  await refuseInactive(db, order.user_id, 'order')
  const [asked] = await db`
    select 1 from messages where fact = 'needs_answer' and about = ${id} and fact_version = ${order.version}`
  if (asked) throw conflict('This customer was asked already, and nothing has changed since.', 'asked')
  await tellOfOrders(db, 'needs_answer', [id])
  return getQueued(db, 'needs_answer', id, 'order')
}

/** Nobody who is deactivated is told anything. */
async function refuseInactive(db: Db, user: string, key: 'user' | 'order'): Promise<void> {
  const [customer] = await db<{ is_active: boolean }[]>`select is_active from users where id = ${user}`
  const reason = whyNotActive(customer)
  if (reason) throw unprocessable(key, reason)
}

/** The message that was queued just now, if it reaches somebody and is true. */
async function getQueued(db: Db, fact: MessageFact, about: string, key: 'user' | 'order'): Promise<Message> {
  const [made] = await db<{ id: string }[]>`
    select id from messages where fact = ${fact} and about = ${about} and state = 'queued' and again = 0
    order by id desc limit 1`
  if (!made)
    throw unprocessable(
      key,
      'No message reaches this customer: no channel that they accept is switched on, or this message is off.',
    )
  await refuseUntrue(db, made.id)
  return get(db, made.id)
}

async function refuseUntrue(db: Db, id: string): Promise<void> {
  const record = (await readTold(db, [id])).get(id)
  const reason = record && whyNotTold(record)
  if (!record || reason) throw conflict(`It is not sent: ${reason ?? 'it is gone.'}`, 'not_true')
}

/** Sends a message again that is done: as a new one, so that the log keeps both. */
export async function sendAgain(db: Db, id: string): Promise<Message> {
  const [message] = await db<{ state: MessageState; fact: MessageFact; is_active: boolean }[]>`
    select state, fact, (select is_active from message_channels c where c.channel = m.channel) as is_active
    from messages m where id = ${id} for no key update`
  if (!message) throw notFound('Message')
  if (message.fact === 'order_code')
    throw conflict('Only who asked for this code can have another one.', 'code')
  if (message.state === 'queued' || message.state === 'sending')
    throw conflict('This message waits to be sent already.', 'queued')
  if (!message.is_active) throw conflict('This channel is switched off.', 'channel_off')
  await refuseUntrue(db, id)
  const [made] = await db<{ id: string }[]>`
    insert into messages (fact, user_id, about, order_id, invoice_id, plan_id, fact_version, channel, language, again)
    select fact, user_id, about, order_id, invoice_id, plan_id, fact_version, channel, language,
      (select max(l.again) + 1 from messages l where (l.fact, l.about, l.fact_version, l.channel) = (m.fact, m.about, m.fact_version, m.channel))
    from messages m where id = ${id} on conflict do nothing returning id`
  if (!made) throw conflict('Somebody else sends it again just now.', 'queued')
  return get(db, made.id)
}

// Sending.

/** Active channels that have something to send now, or something that a process which died was sending. */
export async function findDue(db: Db): Promise<MessageChannel[]> {
  const due = await db<{ channel: MessageChannel }[]>`
    select c.channel from message_channels c where c.is_active and (
      exists (select from messages m where m.channel = c.channel and m.state = 'sending')
      or exists (select from messages m where m.channel = c.channel and m.state = 'queued' and m.next_try_at <= now()
        and ${mayGo(db)}))`
  return due.map(({ channel }) => channel)
}

/** A code goes in quiet hours, too: who asked for it waits in front of a page. */
const mayGo = (db: Db) => db`(m.fact = 'order_code' or not ${isQuiet(db)})`

/** A message that one process alone is sending. */
export type Claimed = {
  id: string
  claim: string
  fact: MessageFact
  language: Language
  code: string
  is_old: boolean
  said: string | null
}

/** Takes the next messages of a channel. From now on each is `sending`: who dies with it leaves it so. */
export const claimDue = (db: Db, channel: MessageChannel, most: number) => db<Claimed[]>`
  update messages m set state = 'sending', claim = gen_random_uuid(), claimed_at = clock_timestamp(), attempts = attempts + 1
  where id = any(array(
    select m.id from messages m join message_channels c on c.channel = m.channel and c.is_active and ${mayGo(db)}
    where m.channel = ${channel} and m.state = 'queued' and m.next_try_at <= now()
    order by m.next_try_at, m.id limit ${most} for update of m skip locked))
  returning id, claim, fact, language, code, created_at < now() - ${messageHours} * interval '1 hour' as is_old, said`

/** What is sent, kept before it is sent. */
export type Written = {
  id: string
  address: string
  subject: string | null
  text: string
  template_version: number
}

export const keepWritten = (db: Db, written: readonly Written[]) => db`
  update messages m set address = w.address, subject = w.subject, text = w.text, template_version = w.template_version
  from jsonb_to_recordset(${db.json(written)}) w (id uuid, address text, subject text, text text, template_version int)
  where m.id = w.id`

export type Result = {
  id: string
  claim: string
  state: 'queued' | 'sent' | 'failed' | 'dropped'
  said: string
  /** Seconds that the provider asked to wait. */
  pause?: number | undefined
}

/** Pauses between tries: each is half as long again as the one before, up to an hour. */
const longestPauseSeconds = 3600

/** Keeps what became of a try. A later try of the same message has another claim. */
export const saveResults = (db: Db, results: readonly Result[], firstPauseSeconds: number) => db`
  update messages m set state = r.state, said = left(r.said, 500),
    sent_at = case when r.state = 'sent' then clock_timestamp() end,
    next_try_at = clock_timestamp() + make_interval(secs => greatest(r.pause,
      least(${firstPauseSeconds} * 1.5::float8 ^ least(m.attempts - 1, 50), ${longestPauseSeconds})))
  from jsonb_to_recordset(${db.json(results)}) r (id uuid, claim uuid, state text, said text, pause float8)
  where m.id = r.id and m.claim = r.claim and m.state in ('sending', 'failed')`

export const diedSending =
  'The server stopped while it was sending this: it may have arrived. Send it again if it did not.'

/** What a process that died was sending is never known to have arrived: it goes out again only where the provider drops repeats. */
export const settleAbandoned = (db: Db, channel: MessageChannel, repeatsSafely: boolean) => db`
  update messages set state = case when ${repeatsSafely} and fact <> 'order_code' then 'queued' else 'failed' end,
    said = ${diedSending}
  where channel = ${channel} and state = 'sending'`

export const gaveUp = `Given up after ${messageHours} hours.`

/** Gives up what waits for a day. */
export const giveUpOld = (db: Db) => db`
  update messages set state = 'failed', said = concat_ws(' ', ${gaveUp}::text, said)
  where state = 'queued' and created_at < now() - ${messageHours} * interval '1 hour'`

/** Gives up all that waits, for a reason that each shows; returns how many. */
export async function dropQueued(db: Db, reason: string): Promise<number> {
  const { count } = await db`
    update messages set state = 'failed', said = ${reason} where state in ('queued', 'sending')`
  return count
}

const perSweep = 5000

/** Deletes old messages, in portions. */
export async function sweep(db: Db): Promise<void> {
  for (;;) {
    const gone = await db`
      delete from messages where id in (
        select id from messages where created_at < now() - ${messageDays} * interval '1 day' limit ${perSweep})`
    if (gone.count < perSweep) return
  }
}
