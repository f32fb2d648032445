import type { Payment, paymentOrderings } from '@our-print/contract/money/payments.ts'
import { paymentMethods } from '@our-print/contract/money/paymentTerms.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { type DayRange, withinDays } from '../../base/database/days.ts'
import { type Db, type Fragment, violatedConstraint } from '../../base/database/db.ts'
import type { Done } from '../../base/database/doneTimes.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, forbidden, invalid, notFound, unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import * as accounts from '../accounts/accounts.queries.ts'
import * as cash from '../cash/cashEntries.queries.ts'
import * as statements from '../statements/statementMatches.queries.ts'
import { whenPaid } from './whenPaid.queries.ts'

const columns = (db: Db) => db`
  p.id, p.number, p.order_id as "order", o.number as order_number, p.user_id as "user", p.client_id as client,
  coalesce(c.name, trim(u.first_name || ' ' || u.last_name)) as payer, p.method, p.amount / 100.0::float8 as amount,
  p.at, p.happened_at, p.said_at, p.by, s.full_name as by_name, p.reference, p.note, p.reverses, r.id as reversed_by,
  shop_day(p.happened_at) as day`

const joined = (db: Db) => db`
  payments p left join orders o on o.id = p.order_id left join users u on u.id = p.user_id
  left join clients c on c.id = p.client_id join staff_users s on s.id = p.by left join payments r on r.reverses = p.id`

type Filter = DayRange & {
  actor: Actor
  order?: string
  user?: string
  client?: string
  by?: string
  method?: string
  in_statement?: boolean
  could_be?: string
  query?: string
  ordering?: Ordering<(typeof paymentOrderings)[number]>
}

/** Whether the actor sees what anybody paid; a courier sees what was paid of the orders they have. */
export const seesAll = (actor: Actor) => can(actor, 'payments') && can(actor, 'prices')

/** Condition: the actor may see the payment `p` of an order `o`. */
const isSeen = (db: Db, actor: Actor) => (seesAll(actor) ? db`true` : db`o.assigned_user = ${actor.id}`)

const searched = (db: Db) => db`
  search_text(concat_ws(E'\n', p.number, p.reference, p.note, o.number, c.name, u.first_name || ' ' || u.last_name))`

const where = (db: Db, { actor, query, ...filter }: Filter) => db`
  where ${isSeen(db, actor)}
  ${filter.order ? db`and p.order_id = ${filter.order}` : db``}
  ${filter.user ? db`and p.user_id = ${filter.user}` : db``}
  ${filter.client ? db`and p.client_id = ${filter.client}` : db``}
  ${filter.by ? db`and p.by = ${filter.by}` : db``}
  ${filter.method ? db`and p.method = ${filter.method}` : db``}
  ${filter.in_statement === undefined ? db`` : statements.inStatement(db, filter.in_statement)}
  ${filter.could_be ? statements.couldBe(db, filter.could_be) : db``}
  ${withinDays(db, db`p.happened_at`, filter)}
  ${query ? db`and ${contains(db, searched(db), query)}` : db``}`

export const { select, list } = defineList<Filter, Payment>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: filter.query
    ? joined(db)
    : seesAll(filter.actor)
      ? db`payments p`
      : db`payments p join orders o on o.id = p.order_id`,
  where: where(db, filter),
  id: db`p.id`,
  sequence: sequenceOf(
    filter.ordering,
    { happened_at: db`p.happened_at`, amount: db`p.amount`, number: db`p.number` },
    db`p.id`,
    '-happened_at',
  ),
}))

/** One payment; 404 also where the actor may not see it. */
export async function get(db: Db, actor: Actor, id: string): Promise<Payment> {
  const [payment] = await db<Payment[]>`
    select ${columns(db)} from ${joined(db)} where p.id = ${id} and ${isSeen(db, actor)}`
  if (!payment) throw notFound('Payment')
  return payment
}

/** What an order's payments depend on; its row is locked. Amounts are in paise. */
export type PaidOrder = {
  id: string
  status: string
  user_id: string
  client_id: string | null
  assigned_user: string | null
  paid: number
  due: number
}

/** Locks an order of which the actor may take payments; 404 also if they may not see it. */
export async function lockOrder(db: Db, actor: Actor, id: string): Promise<PaidOrder> {
  return readLocked(db, id, isSeen(db, actor))
}

/** An order that its own transaction has just written. */
export const lockNewOrder = (db: Db, id: string) => readLocked(db, id, db`true`)

async function readLocked(db: Db, id: string, seen: Fragment): Promise<PaidOrder> {
  const [order] = await db<PaidOrder[]>`
    select o.id, o.status, o.user_id, o.client_id, o.assigned_user, (o.paid + o.settled_before)::float8 as paid,
      o.due::float8 as due
    from orders o where o.id = ${id} and ${seen} for no key update`
  if (!order) throw notFound('Order')
  return order
}

/** What is paid, and how. `amount` in paise; below zero it is paid back. */
export type Paid = {
  amount: number
  method: string
  reference: string | null
  note: string
  happened_at?: string | undefined
  allow_same_reference: boolean
}

/** Whom it is from, beside an order's customer or company. */
export type Payer = accounts.Holder & { order_id: string | null }

/** What says that it belongs to a delivery or undoes another payment. */
type Link = { at_delivery?: boolean; reverses?: string; holder?: cash.CashHolder; payer?: accounts.Holder }

/** Takes a payment for a locked order, or pays back what was paid. */
export async function takeForOrder(
  db: Db,
  actor: Actor,
  order: PaidOrder,
  paid: Paid,
  link: Link = {},
): Promise<string> {
  if (order.status === 'cancelled' && paid.amount > 0 && !link.reverses)
    throw conflict('This order is cancelled: nothing can be paid for it any more.', 'not_allowed')
  // A courier who hands over nothing could settle what they were given in cash from what the customer paid ahead.
  if (paid.method === 'account' && !link.reverses && !seesAll(actor))
    throw forbidden('Only the shop pays an order from an account')
  if (order.paid + paid.amount < 0) throw unprocessable('amount', 'More than was paid cannot be paid back')
  const holder = order.assigned_user === actor.id ? actor.id : null
  const id = await add(
    db,
    actor,
    { order_id: order.id, user_id: order.user_id, client_id: order.client_id, ...link.payer },
    paid,
    { holder, ...link },
  )
  await db`update orders set paid = paid + ${paid.amount} where id = ${order.id}`
  return id
}

/** Takes a payment to the account of a customer or company, or pays back from it. */
export async function takeForAccount(
  db: Db,
  actor: Actor,
  payer: accounts.Holder,
  paid: Paid,
  link: Link = {},
): Promise<string> {
  if (paid.method === 'account') throw invalid('method', 'Choose how the money is paid')
  const { user_id, client_id } = payer
  // Who deletes a company or merges a customer meanwhile ends first, or finds the payment.
  const [known] = client_id
    ? await db`select 1 from live_clients where id = ${client_id} for key share`
    : await db`select 1 from users where id = ${user_id} for key share`
  if (!known) throw unprocessable(client_id ? 'client' : 'user', 'This does not exist')
  return add(db, actor, { ...payer, order_id: null }, paid, link)
}

/** Adds a payment to the ledger with what follows from it: the account, the cash in somebody's hand. */
async function add(db: Db, actor: Actor, payer: Payer, paid: Paid, link: Link): Promise<string> {
  // What undoes a payment goes back as it came, also where the shop no longer takes it so.
  if (!link.reverses) await checkMethod(db, paid.method)
  const done = await whenPaid(db, actor, paid, link)
  await refuseSameReference(db, paid)
  const id = await insert(db, actor, payer, paid, { ...link, ...done })
  if (payer.order_id === null) await accounts.changeBalance(db, payer, paid.amount, 'amount')
  else if (paid.method === 'account') await accounts.changeBalance(db, payer, -paid.amount, 'method')
  if (paid.method === 'cash') {
    await cash.addEntry(db, {
      holder: link.holder ?? null,
      amount: paid.amount,
      kind: 'payment',
      happened_at: done.happened_at ?? undefined,
      payment_id: id,
    })
  }
  return id
}

async function insert(db: Db, actor: Actor, payer: Payer, paid: Paid, link: Link & Done): Promise<string> {
  const row = {
    ...payer,
    amount: paid.amount,
    method: paid.method,
    reference: paid.reference || null,
    note: paid.note,
    ...(link.happened_at && { happened_at: link.happened_at }),
    said_at: link.said_at,
    at_delivery: link.at_delivery ?? false,
    reverses: link.reverses ?? null,
    by: actor.id,
  }
  try {
    const [added] = await db<[{ id: string }]>`insert into payments ${db(row)} returning id`
    return added.id
  } catch (error) {
    if (violatedConstraint(error) !== 'payments_reversed_once') throw error
    throw conflict('This payment is reversed already.', 'reversed')
  }
}

async function checkMethod(db: Db, method: string): Promise<void> {
  if ((paymentMethods as readonly string[]).includes(method)) return
  const { payment_methods: added } = await configurations.get(db)
  if (!added.includes(method))
    throw invalid('method', `Choose one of ${[...paymentMethods, ...added].join(', ')}`)
}

/** A transfer that is entered twice has the same reference twice. */
async function refuseSameReference(db: Db, paid: Paid): Promise<void> {
  const { method, reference, amount } = paid
  if (!reference || amount < 0) return
  // Of two at once the second one finds the first.
  await db`
    select pg_advisory_xact_lock(hashtextextended('payment ' || ${method}::text || ' ' || lower(${reference}::text), 0))`
  if (paid.allow_same_reference) return
  const [same] = await db<{ number: number; order_number: number | null }[]>`
    select p.number, o.number as order_number from payments p left join orders o on o.id = p.order_id
    where p.method = ${method} and lower(p.reference) = lower(${reference}) and p.amount > 0
      and not exists (select from payments r where r.reverses = p.id)
    order by p.number limit 1`
  if (!same) return
  const of = same.order_number ? ` for order ${same.order_number}` : ''
  throw conflict(
    `Payment ${same.number}${of} has this reference already. Save it again if both are meant.`,
    'same_reference',
  )
}
