import {
  factRow,
  type MessageChannel,
  type MessageFact,
  type Placeholder,
} from '@our-print/contract/customer/messageFacts.ts'
import { timeInJson } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import type { Texts } from '../languages/texts.ts'
import { actsOf } from '../pageFacts/customerMay.ts'
import { readSource } from '../pageFacts/pageFacts.queries.ts'
import { isOff } from './tellFacts.queries.ts'

/** What a message is about, as it is now: all of the customer's own. Amounts in paise. */
export type ToldRecord = {
  fact: MessageFact
  channel: MessageChannel
  /** Null: a visitor, who gets a code. */
  user: string | null
  confirmation: string | null
  customer: string
  first_name: string
  email: string | null
  mobile: string
  is_reachable: boolean
  /** Whether they agreed to what is no news of what they ordered. */
  has_consent: boolean
  shop_name: string
  shop_phone: string
  shop_address: string
  /** The order on whose page the customer sees what they are told of. */
  page_of: string | null
  order: string | null
  number: number | null
  title: string | null
  payable: number | null
  /** To be paid now: nothing of what goes on an account. */
  due: number | null
  /** As English messages say it. */
  promised: string | null
  promised_at: string | null
  window_from: string | null
  time_zone: string
  status: string | null
  is_ready: boolean | null
  attempts: number | null
  delivered_by: string | null
  invoice: string | null
  invoice_number: string | null
  invoice_total: number | null
  invoice_credited: number | null
  plan_name: string | null
  plan_ends: string | null
  pages_left: number | null
  plan_goes_on: boolean | null
  coins: number
  coin_balance: number
  owed: number
  is_superseded: boolean
  /** Whether its order, if it has one, is still of who is told. */
  is_theirs: boolean
  /** Whether the page of its order asks what only the customer can say. */
  is_to_answer: boolean
  /** Whether the visitor still waits for this code, and asked for no newer one. */
  is_code_awaited: boolean
}

/** `m` is a message or what stands for one: fact, channel, user_id, confirmation_id, about, order_id, invoice_id, plan_id, fact_version. */
const columns = (db: Db) => db`
  m.fact, m.channel, u.id as "user", v.id as confirmation, coalesce(v.name, trim(u.first_name || ' ' || u.last_name)) as customer,
  coalesce(split_part(v.name, ' ', 1), u.first_name) as first_name, coalesce(v.email, u.email) as email,
  coalesce(v.mobile, u.mobile) as mobile,
  -- A code is sent to whoever typed the number, known or not, so that nothing shows whose it is.
  v.id is not null or u.is_active and u.message_channel is distinct from 'none' and not ${isOff(db, db`m.channel`)} as is_reachable,
  coalesce(u.message_consent, false) as has_consent,
  c.contact ->> 'name' as shop_name, c.contact ->> 'phone' as shop_phone, c.contact ->> 'address' as shop_address,
  o.id as "order", o.number, o.title, o.payable::float8 as payable,
  case when o.client_id is not null or o.pay_by = 'on_account' then 0 else o.due end::float8 as due,
  promise_text(o.window_from, o.promised_at, 'FMDD Mon YYYY') as promised, ${timeInJson(db, db`o.promised_at`)} as promised_at,
  ${timeInJson(db, db`o.window_from`)} as window_from, (select time_zone from shop_clock) as time_zone,
  o.status, o.is_ready, o.attempts, split_part(s.full_name, ' ', 1) as delivered_by,
  coalesce(o.id, (select l.order_id from invoice_lines l join orders w on w.id = l.order_id and w.user_id = i.user_id
    where l.invoice_id = i.id and i.month is null order by l.position limit 1)) as page_of,
  i.id as invoice, i.number as invoice_number, i.total::float8 as invoice_total,
  (select coalesce(sum(n.total), 0)::float8 from invoices n where n.credits = i.id) as invoice_credited,
  p.name as plan_name, b.ends_on as plan_ends, b.pages_total - b.pages_used as pages_left,
  b.cancelled_at is null and b.ends_on >= shop_day(now()) and b.ends_on - date '2000-01-01' = m.fact_version as plan_goes_on,
  coalesce((select sum(e.delta) from coin_entries e where e.order_id = o.id), 0)::float8 as coins,
  coalesce((select k.earned - k.spent from coin_balances k where k.user_id = u.id), 0)::float8 as coin_balance,
  case when m.fact = 'payment_reminder' then ${owed(db)} else 0 end::float8 as owed,
  exists (select from messages l where l.fact = m.fact and l.about = m.about and l.channel = m.channel
    and l.fact_version > m.fact_version) as is_superseded,
  coalesce(o.user_id = m.user_id, true) as is_theirs,
  false as is_to_answer,
  v.request_id is null and v.expires_at > now() and v.codes = m.fact_version as is_code_awaited`

/** What a customer `u` owes of delivered orders, without what they have paid ahead or too much: as the account says. */
const owed = (db: Db) => db`
  greatest(0, coalesce((select sum(d.due) from orders d
      where d.user_id = u.id and d.client_id is null and d.due > 0 and d.delivered_at is not null), 0)
    + coalesce((select sum(d.due) from orders d where d.user_id = u.id and d.client_id is null and d.due < 0), 0)
    - coalesce((select a.balance from accounts a where a.user_id = u.id), 0))`

const sources = (db: Db) => db`
  left join users u on u.id = m.user_id left join request_confirmations v on v.id = m.confirmation_id
  cross join configurations c
  left join orders o on o.id = m.order_id left join staff_users s on s.id = o.assigned_user
  left join invoices i on i.id = m.invoice_id
  left join user_subscription_plans b on b.id = m.plan_id left join live_subscription_plans p on p.id = b.plan`

/** What some messages are about. */
export async function readTold(db: Db, ids: readonly string[]): Promise<Map<string, ToldRecord>> {
  const rows = await db<(ToldRecord & { id: string })[]>`
    select m.id, ${columns(db)} from messages m ${sources(db)} where m.id = any(${[...ids]}::uuid[])`
  for (const row of rows)
    if (row.fact === 'needs_answer' && row.order)
      row.is_to_answer = actsOf(await readSource(db, row.order)).includes('approve')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The newest record that a message of a fact could tell of. */
export async function findExample(db: Db, fact: MessageFact): Promise<ToldRecord | undefined> {
  const ofOrder = (where = db``) => db`
    select o.user_id, o.id as about, o.id as order_id, null::uuid as invoice_id, null::uuid as plan_id from orders o
    ${where} order by o.id desc limit 1`
  const examples: Partial<Record<MessageFact, Fragment>> = {
    ready: ofOrder(db`where o.pickup`),
    on_its_way: ofOrder(db`where o.assigned_user is not null and not o.pickup`),
    coins_earned: ofOrder(
      db`where o.id = (select order_id from coin_entries where order_id is not null order by id desc limit 1)`,
    ),
    invoice: db`
      select user_id, id as about, null::uuid as order_id, id as invoice_id, null::uuid as plan_id from invoices
      where kind = 'invoice' and user_id is not null order by id desc limit 1`,
    payment_reminder: db`
      select user_id, user_id as about, null::uuid as order_id, null::uuid as invoice_id, null::uuid as plan_id from orders
      where due > 0 and delivered_at is not null and client_id is null order by id desc limit 1`,
    plan_ending: db`
      select user_id, id as about, null::uuid as order_id, null::uuid as invoice_id, id as plan_id
      from user_subscription_plans order by id desc limit 1`,
  }
  const [row] = await db<ToldRecord[]>`
    select ${columns(db)} from (
      select e.*, ${fact}::text as fact, 'email' as channel, 0 as fact_version, null::uuid as confirmation_id from (${examples[fact] ?? ofOrder()}) e) m
    ${sources(db)}`
  return row
}

/** Why a message is not sent now; undefined where it is. The one place that says when a fact is true. */
export function whyNotTold(record: ToldRecord): string | undefined {
  if (!record.is_reachable) return 'The customer does not want this channel any more, or is inactive.'
  if (factRow(record.fact).needsConsent && !record.has_consent)
    return 'The customer does not want such messages any more.'
  const isTold = record.is_theirs && !record.is_superseded && isTrue[record.fact](record)
  return isTold ? undefined : 'This was no longer true.'
}

const isTrue: Record<MessageFact, (record: ToldRecord) => boolean> = {
  order_taken: ({ status }) => status !== 'cancelled' && status !== 'delivered',
  needs_answer: ({ is_to_answer }) => is_to_answer,
  ready: ({ is_ready }) => is_ready === true,
  on_its_way: ({ status }) => status === 'out-for-delivery',
  failed_attempt: ({ status, attempts }) =>
    (attempts ?? 0) > 0 && (status === 'assigned' || status === 'confirmed'),
  delivered: ({ status }) => status === 'delivered',
  invoice: ({ invoice_total, invoice_credited }) => (invoice_total ?? 0) > (invoice_credited ?? 0),
  payment_reminder: ({ owed }) => owed > 0,
  plan_ending: ({ plan_goes_on }) => plan_goes_on === true,
  coins_earned: ({ status, coins }) => status === 'delivered' && coins > 0,
  order_code: ({ is_code_awaited }) => is_code_awaited,
}

/** A code as the log shows it, of a request or in the link of an order: it is kept nowhere. */
export const hiddenCode = '••••••'

const promiseIn = (texts: Texts, { window_from, time_zone }: ToldRecord, promised_at: string) =>
  window_from ? texts.window({ window_from, promised_at }, time_zone) : texts.time(promised_at, time_zone)

/** What stands for each placeholder, in the language of the message; `link` is the page of the order. */
export function valuesOf(
  record: ToldRecord,
  link: string | null,
  texts: Texts,
  code = hiddenCode,
): Record<Placeholder, string> {
  const { say, language } = texts
  const amount = (paise: number | null) => (paise === null ? '' : texts.money(paise / 100))
  const promised =
    language === 'en' ? record.promised : record.promised_at && promiseIn(texts, record, record.promised_at)
  return {
    first_name: record.first_name,
    shop_name: record.shop_name || say('Our shop'),
    shop_phone: record.shop_phone,
    shop_address: record.shop_address,
    order_number: String(record.number ?? ''),
    order_title: record.title ?? '',
    order_total: amount(record.payable),
    order_due: record.due !== null && record.due < 0 ? amount(0) : amount(record.due),
    order_link: link === null ? '—' : language === 'en' ? link : `${link}?lang=${language}`,
    promised: promised ?? say('as soon as we can'),
    delivered_by: record.delivered_by || say('Our delivery staff'),
    invoice_number: record.invoice_number ?? '',
    invoice_total: amount(record.invoice_total),
    invoice_link: link === null ? '—' : `${link}/invoices/${record.invoice}/pdf`,
    owed: amount(record.owed),
    plan_name: record.plan_name ?? '',
    plan_ends: record.plan_ends ? texts.day(record.plan_ends) : '',
    plan_pages_left: record.pages_left === null ? '' : texts.number(record.pages_left),
    coins_earned: texts.number(record.coins / 100),
    coin_balance: texts.number(record.coin_balance / 100),
    code,
  }
}
