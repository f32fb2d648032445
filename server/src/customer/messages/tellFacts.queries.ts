import type { Language } from '@our-print/contract/customer/languages.ts'
import {
  codeChannels,
  factRow,
  type MessageChannel,
  type MessageFact,
} from '@our-print/contract/customer/messageFacts.ts'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { undoNotes } from '../pageFacts/undoNotes.ts'

// What is told is queued in the transaction of the change that makes it true: with a rollback there is no message, and with
// a commit there is one, whatever happens afterwards.

/** The channel by which a customer `u` is told, if any: the one they chose, or the first that reaches them. */
const channelOf = (db: Db) => db`
  select c.channel from message_channels c
  where c.is_active and (u.message_channel is null or u.message_channel = c.channel)
    and (c.channel <> 'email' or u.email is not null) and not ${isOff(db, db`c.channel`)}
  order by array_position(array['email', 'sms', 'whatsapp'], c.channel) limit 1`

/** Whether a channel is off for a customer `u`. One that refused an address is off for that address alone. */
export const isOff = (db: Db, channel: Fragment) => db`
  (u.messages_off ? ${channel} and coalesce(u.messages_off -> ${channel} ->> 'address',
    case when ${channel} = 'email' then coalesce(u.email, '') else u.mobile end)
    = case when ${channel} = 'email' then coalesce(u.email, '') else u.mobile end)`

type Source = {
  /** `from …` with the record and `users u`. */
  from: Fragment
  /** The record, and which time of its fact it is. */
  about: Fragment
  version: Fragment
  order?: Fragment
  invoice?: Fragment
  plan?: Fragment
}

const queue = (db: Db, fact: MessageFact, { from, about, version, order, invoice, plan }: Source) => db`
  insert into messages (fact, user_id, about, order_id, invoice_id, plan_id, fact_version, channel, language)
  select ${fact}, u.id, ${about}, ${order ?? db`null`}, ${invoice ?? db`null`}, ${plan ?? db`null`}, ${version}, c.channel,
    t.language
  ${from} cross join configurations s
  join message_templates t on t.fact = ${fact} and t.language = coalesce(u.message_language, s.language) and t.is_on
  cross join lateral (${channelOf(db)}) c
  where u.is_active ${factRow(fact).needsConsent ? db`and u.message_consent` : db``}
  on conflict do nothing`

type OrderFact = Exclude<MessageFact, 'invoice' | 'payment_reminder' | 'plan_ending' | 'order_code'>

/** Told only of orders that are brought: nobody brings what the customer fetches. */
const isOfDelivery = (fact: MessageFact) => fact === 'on_its_way' || fact === 'failed_attempt'

/** Tells the customers of orders; after the order was written, as its version says which time it is. */
export async function tellOfOrders(db: Db, fact: OrderFact, orders: readonly string[]): Promise<void> {
  if (orders.length === 0) return
  await queue(db, fact, {
    from: db`from (select * from orders where id = any(${[...orders]}::uuid[]) order by id) o join users u on u.id = o.user_id
      ${isOfDelivery(fact) ? db`and not o.pickup` : db``}`,
    about: db`o.id`,
    version: db`o.version`,
    order: db`o.id`,
  })
}

/** Tells the customers of orders what moves of these mean to them. */
export async function tellOfMoves(
  db: Db,
  moves: readonly { id: string; from: OrderStatus; to: OrderStatus; note: string | null }[],
): Promise<void> {
  const ordersOf = (from: OrderStatus | undefined, to: OrderStatus) =>
    moves.filter((move) => move.to === to && (!from || move.from === from)).map(({ id }) => id)
  const delivered = ordersOf(undefined, 'delivered')
  await Promise.all([
    // A delivery that is undone is no new start.
    tellOfOrders(db, 'on_its_way', ordersOf('assigned', 'out-for-delivery')),
    // Who was only said to be on the way by mistake has tried nothing.
    tellOfOrders(
      db,
      'failed_attempt',
      moves
        .filter(
          ({ from, to, note }) =>
            from === 'out-for-delivery' && to === 'assigned' && !undoNotes.includes(note ?? ''),
        )
        .map(({ id }) => id),
    ),
    tellOfOrders(db, 'delivered', delivered),
    tellOfOrders(db, 'coins_earned', delivered),
  ])
}

/** Tells a customer of an invoice. That of a company has no customer who is told. */
export const tellOfInvoice = (db: Db, invoice: string) =>
  queue(db, 'invoice', {
    from: db`from invoices i join users u on u.id = i.user_id and i.id = ${invoice} and i.kind = 'invoice'`,
    about: db`i.id`,
    version: db`1`,
    invoice: db`i.id`,
  })

/** Reminds a customer of what is owed, once a day of the shop. */
export const remind = (db: Db, user: string) =>
  queue(db, 'payment_reminder', {
    from: db`from (select * from users where id = ${user}) u`,
    about: db`u.id`,
    version: db`shop_day(now()) - date '2000-01-01'`,
  })

/** Days before its end at which a plan is about to end. */
const endingDays = 3

/** Tells of the plans that end soon and have no next one; each last day is told of once, whatever channel they chose since. */
export const tellOfEndingPlans = (db: Db) =>
  queue(db, 'plan_ending', {
    from: db`
      from user_subscription_plans b join users u on u.id = b.user_id and b.cancelled_at is null
        and b.ends_on between (select shop_day(now())) and (select shop_day(now()) + ${endingDays}::int)
        and not exists (select from user_subscription_plans n
          where n.user_id = b.user_id and n.plan = b.plan and n.cancelled_at is null and n.ends_on > b.ends_on)
        and not exists (select from messages m
          where m.fact = 'plan_ending' and m.about = b.id and m.fact_version = b.ends_on - date '2000-01-01')`,
    about: db`b.id`,
    version: db`b.ends_on - date '2000-01-01'`,
    plan: db`b.id`,
  })

/** How a visitor gets a code, in their language if its text is on, else in another one; undefined where nothing can bring it. */
export async function findCodeChannel(
  db: Db,
  { hasEmail, language }: { hasEmail: boolean; language: Language },
) {
  const [found] = await db<{ channel: MessageChannel; language: Language }[]>`
    select c.channel, t.language from message_channels c cross join lateral (
      select language from message_templates where fact = 'order_code' and is_on
      order by language <> ${language}, language <> 'en', language limit 1) t
    where c.is_active and (c.channel <> 'email' or ${hasEmail})
    order by array_position(${[...codeChannels]}::text[], c.channel) limit 1`
  return found
}

/** Sends a code to a visitor; before all that waits, because they wait in front of a page. */
export const tellCode = (db: Db, confirmation: string) => db`
  insert into messages (fact, confirmation_id, about, fact_version, channel, language, next_try_at)
  select 'order_code', v.id, v.id, v.codes, v.channel, v.language, now() - interval '1 day'
  from request_confirmations v where v.id = ${confirmation}`
