import { type PaymentStatus, type PayTime, paymentStatuses } from '@our-print/contract/money/paymentTerms.ts'
import {
  mostSortedOrders,
  type orderOrderings,
  readOrderings,
} from '@our-print/contract/orders/orderLists.ts'
import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import {
  lateDays,
  type PrintedPart,
  printedParts,
  soonLateMinutes,
} from '@our-print/contract/orders/promises.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { withinDays } from '../base/database/days.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import type { Sequence } from '../base/database/pages.ts'
import { unprocessable } from '../base/http/problem.ts'
import type { Due } from './promises/atRisk.ts'

// Which orders are in a list, and in which sequence.

/** What no counter counts. */
export type Options = {
  user?: string
  /** The company that one of the customer's vouchers is of. */
  client?: string
  assigned_user?: string
  color?: Order['color']
  paper_size?: Order['paper_size']
  pickup?: boolean
  /** In rupees. */
  payable_from?: number
  payable_to?: number
  /** Only orders that were created more than this many days of the shop ago; the statuses must be open ones. */
  waiting_days?: number
  /** Days of the shop, inclusive. */
  promised_from?: string
  promised_to?: string
  /** The statuses must be open ones. */
  due?: Due
  printed?: PrintedPart
  is_ready?: boolean
  /** Whether a person set the price. */
  price_by_hand?: boolean
  /** Whether it has further lines. */
  lines?: boolean
  payment_status?: PaymentStatus[]
  /** In rupees, as what is due. */
  paid_from?: number
  paid_to?: number
  due_from?: number
  due_to?: number
  pay_by?: PayTime
  /** The company that pays. */
  billed_to?: string
}

export type OrderOrdering = Ordering<(typeof orderOrderings)[number]>

/** Which orders of the whole shop are listed; the dates are days of the shop, inclusive. */
export type Filter = Options & {
  order_types: Order['order_type'][]
  /** Every status if there are none. */
  statuses?: OrderStatus[]
  from_date?: string
  to_date?: string
  ordering?: OrderOrdering
}

/** Whether counters know how many orders the list has. */
export const isCounted = (filter: Filter) =>
  [
    filter.user,
    filter.client,
    filter.assigned_user,
    filter.color,
    filter.paper_size,
    filter.pickup,
    filter.payable_from,
    filter.payable_to,
    filter.waiting_days,
    filter.promised_from,
    filter.promised_to,
    filter.due,
    filter.printed,
    filter.is_ready,
    filter.price_by_hand,
    filter.lines,
    filter.payment_status,
    filter.paid_from,
    filter.paid_to,
    filter.due_from,
    filter.due_to,
    filter.pay_by,
    filter.billed_to,
  ].every((option) => option === undefined)

/** The field of a list's sequence. */
const fieldOf = ({ ordering }: Pick<Filter, 'ordering'>) => ordering?.replace('-', '')

/** The columns, besides the time of creation, of which indexes have the sequence. */
const indexedFields = ['payable', 'due', 'promised_at'] as const
/** That by which the list is sorted; undefined: by the time of creation, or by reading. */
export const indexedField = (filter: Pick<Filter, 'ordering'>) =>
  indexedFields.find((field) => field === fieldOf(filter))
/** By id or number, too: that is the order of creation, and the indexes have `created_at`. */
export const isOldestFirst = ({ ordering }: Pick<Filter, 'ordering'>) =>
  ordering === 'created_at' || ordering === 'id' || ordering === 'number'

/** Whether no index has the sequence: all orders of the list are read and sorted. */
export const isSortedByReading = (filter: Pick<Filter, 'ordering'>) =>
  readOrderings.some((field) => field === fieldOf(filter))

/** The sequence of a list, by columns of `table`. */
export const sequenceIn = (db: Db, table: Fragment, { ordering = '-created_at' }: Pick<Filter, 'ordering'>) =>
  ({
    by: [keyIn(db, table, ordering.replace('-', '')), db`${table}.id`],
    descending: ordering.startsWith('-'),
  }) satisfies Sequence

/** What orders are sorted by. What no list of hits has is read by the id. */
function keyIn(db: Db, table: Fragment, field: string): Fragment {
  if (field === 'payable') return db`${table}.payable`
  if (field === 'due') return db`${table}.due`
  if (field === 'promised_at') return db`${table}.promised_at`
  if (field === 'customer') {
    return db`(select fold_text(u.first_name || ' ' || u.last_name) collate "C"
      from orders k join users u on u.id = k.user_id where k.id = ${table}.id)`
  }
  if (field === 'status')
    return db`(select array_position(${orderStatuses}::text[], k.status) from orders k where k.id = ${table}.id)`
  if (field === 'printed')
    return db`(select array_position(${[...printedParts]}::text[], k.printed) from orders k where k.id = ${table}.id)`
  if (field === 'paid') return db`(select k.paid + k.settled_before from orders k where k.id = ${table}.id)`
  if (field === 'payment_status')
    return db`(select array_position(${[...paymentStatuses]}::text[], k.payment_status) from orders k where k.id = ${table}.id)`
  if (field === 'lines')
    return db`(select jsonb_array_length(k.lines) from orders k where k.id = ${table}.id)`
  if (field === 'price_by_hand')
    return db`(select k.amount from orders k where k.id = ${table}.id and k.price_by_hand_reason is not null)`
  if (field === 'is_ready') return db`(select k.is_ready from orders k where k.id = ${table}.id)`
  return db`${table}.created_at`
}

/** Refuses a list that would be sorted by reading, and is too long. */
export async function refuseLongSort(db: Db, filter: Filter): Promise<void> {
  if (!isSortedByReading(filter)) return
  const [{ many }] = await db<[{ many: boolean }]>`
    select exists (
      select from orders o where o.order_type = any(${filter.order_types}) ${ofFilter(db, filter)}
      offset ${mostSortedOrders}) as many`
  if (many) throw tooManyToSort()
}

export const tooManyToSort = () =>
  unprocessable(
    'ordering',
    `More than ${mostSortedOrders.toLocaleString('en')} orders cannot be sorted by this. Filter the list.`,
  )

/**
 * Condition: the customer of an order `o` owns a voucher of the company. The planner begins with these customers where
 * they are few, and else compares each order with them.
 */
const ownsVoucherOf = (db: Db, client: string) => db`
  exists (select from purchased_vouchers p
    where p.user_id = o.user_id and p.client_id = ${client} and p.voided_at is null)`

/** The first moment of the shop's day so many days ago. */
const dayAgo = (db: Db, days: number) => db`(select day_start(shop_day(now()) - ${days}::int))`

/** Condition: an open order `o` is late, soon late, or one of those at risk. The web shows the same of promised orders: `dueState`. */
const isDue = (db: Db, due: Due) =>
  typeof due === 'object'
    ? db`o.id = any(${due.ids}::uuid[])`
    : due === 'late'
      ? db`(o.promised_at < now() or o.promised_at is null and o.created_at < ${dayAgo(db, lateDays - 1)})`
      : db`o.promised_at >= now() and o.promised_at < now() + ${soonLateMinutes} * interval '1 minute'`

/** `and …`: the options of an order `o`. */
export const ofOptions = (db: Db, filter: Options) => db`
  ${filter.user ? db`and o.user_id = ${filter.user}` : db``}
  ${filter.client ? db`and ${ownsVoucherOf(db, filter.client)}` : db``}
  ${filter.assigned_user ? db`and o.assigned_user = ${filter.assigned_user}` : db``}
  ${filter.color ? db`and o.color = ${filter.color}` : db``}
  ${filter.paper_size ? db`and o.paper_size = ${filter.paper_size}` : db``}
  ${filter.pickup === undefined ? db`` : filter.pickup ? db`and o.pickup` : db`and not o.pickup`}
  ${filter.payable_from === undefined ? db`` : db`and o.payable >= ${toPaise(filter.payable_from)}`}
  ${filter.payable_to === undefined ? db`` : db`and o.payable <= ${toPaise(filter.payable_to)}`}
  ${filter.waiting_days === undefined ? db`` : db`and o.created_at < ${dayAgo(db, filter.waiting_days)}`}
  ${withinDays(db, db`o.promised_at`, { from_date: filter.promised_from, to_date: filter.promised_to })}
  ${filter.due ? db`and ${isDue(db, filter.due)}` : db``}
  ${filter.printed ? db`and o.printed = ${filter.printed}` : db``}
  ${filter.is_ready === undefined ? db`` : filter.is_ready ? db`and o.is_ready` : db`and not o.is_ready`}
  ${filter.price_by_hand === undefined ? db`` : filter.price_by_hand ? db`and o.price_by_hand_reason is not null` : db`and o.price_by_hand_reason is null`}
  ${filter.lines === undefined ? db`` : filter.lines ? db`and o.lines <> '[]'` : db`and o.lines = '[]'`}
  ${filter.payment_status ? db`and o.payment_status = any(${filter.payment_status})` : db``}
  ${filter.paid_from === undefined ? db`` : db`and o.paid + o.settled_before >= ${toPaise(filter.paid_from)}`}
  ${filter.paid_to === undefined ? db`` : db`and o.paid + o.settled_before <= ${toPaise(filter.paid_to)}`}
  ${filter.due_from === undefined ? db`` : db`and o.due >= ${toPaise(filter.due_from)}`}
  ${filter.due_to === undefined ? db`` : db`and o.due <= ${toPaise(filter.due_to)}`}
  ${filter.pay_by ? db`and o.pay_by = ${filter.pay_by}` : db``}
  ${filter.billed_to ? db`and o.client_id = ${filter.billed_to}` : db``}`

/** `and …`: the statuses, days and options of an order `o`. */
export const ofFilter = (db: Db, filter: Omit<Filter, 'order_types' | 'ordering'>) => db`
  ${filter.statuses ? db`and o.status = any(${filter.statuses})` : db``}
  ${withinDays(db, db`o.created_at`, filter)} ${ofOptions(db, filter)}`

/**
 * The ids and the sorted column of a list: one subquery for each type and status, in the sequence of an index, so that
 * they are merged without sorting. `more` is a further condition on an order `o`.
 */
export function branches(db: Db, filter: Filter, more: Fragment = db``, reversed = false) {
  const { order_types, ...rest } = filter
  // Every status is one scan of its own index only where that has what is filtered by.
  const field = indexedField(filter)
  const isByStatus = field !== undefined || !isCounted(filter)
  const statuses = filter.statuses ?? (isByStatus ? orderStatuses : [undefined])
  const column = field ? db(field) : db`created_at`
  const direction = (filter.ordering ?? '-').startsWith('-') === reversed ? db`` : db`desc`
  return db`${order_types
    .flatMap((type) => statuses.map((status) => ({ type, status })))
    .map(
      ({ type, status }, index) => db`
    ${index > 0 ? db`union all` : db``}
    (select id, ${column} from orders o where order_type = ${type} ${status ? db`and status = ${status}` : db``}
      ${withinDays(db, db`created_at`, rest)} ${ofOptions(db, rest)} ${more}
      order by ${column} ${direction}, id ${direction})`,
    )}`
}

/** The same for a list of `count` orders, of which the first ones are read: few ones of a company are sorted faster. */
export function branchesOf(db: Db, count: number, filter: Filter, reversed: boolean) {
  const { client, ...rest } = filter
  if (client === undefined) return branches(db, filter, db``, reversed)
  if (count <= mostSortedOrders)
    return db`
      select o.id, o.created_at, o.payable, o.due, o.promised_at from orders o
      where o.order_type = any(${filter.order_types}) ${ofFilter(db, filter)}`
  // Not as a join, which would read all orders and sort them: each order in the sequence is compared with the customers.
  return branches(db, rest, db`and (${ownsVoucherOf(db, client)}) is true`, reversed)
}
