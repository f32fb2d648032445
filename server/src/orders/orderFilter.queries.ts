import type { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { withinDays } from '../base/database/days.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import type { Sequence } from '../base/database/pages.ts'

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
  ].every((option) => option === undefined)

export const isByAmount = ({ ordering }: Pick<Filter, 'ordering'>) => ordering?.endsWith('payable') ?? false
/** By id, too: that is the order of creation, and the indexes have `created_at`. */
export const isOldestFirst = ({ ordering }: Pick<Filter, 'ordering'>) =>
  ordering === 'created_at' || ordering === 'id'

/** The sequence of a list, by columns of `table`. */
export const sequenceIn = (db: Db, table: Fragment, { ordering = '-created_at' }: Pick<Filter, 'ordering'>) =>
  ({
    by: [isByAmount({ ordering }) ? db`${table}.payable` : db`${table}.created_at`, db`${table}.id`],
    descending: ordering.startsWith('-'),
  }) satisfies Sequence

/**
 * Condition: the customer of an order `o` owns a voucher of the company. The planner begins with these customers where
 * they are few, and else compares each order with them.
 */
const ownsVoucherOf = (db: Db, client: string) => db`
  exists (select from purchased_vouchers p
    where p.user_id = o.user_id and p.client_id = ${client} and p.voided_at is null)`

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
  ${
    filter.waiting_days === undefined
      ? db``
      : db`and o.created_at < (select day_start(shop_day(now()) - ${filter.waiting_days}::int))`
  }`

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
  const statuses = filter.statuses ?? (isByAmount(filter) || !isCounted(filter) ? orderStatuses : [undefined])
  const column = isByAmount(filter) ? db`payable` : db`created_at`
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

// Up to this many orders of a company's customers are read and sorted faster than a list is read up to its page.
const mostSortedOrders = 20_000

/** The same for a list of `count` orders, of which the first ones are read. */
export function branchesOf(db: Db, count: number, filter: Filter, reversed: boolean) {
  const { client, ...rest } = filter
  if (client === undefined) return branches(db, filter, db``, reversed)
  if (count <= mostSortedOrders)
    return db`
      select o.id, o.created_at, o.payable from orders o
      where o.order_type = any(${filter.order_types}) ${ofFilter(db, filter)}`
  // Not as a join, which would read all orders and sort them: each order in the sequence is compared with the customers.
  return branches(db, rest, db`and (${ownsVoucherOf(db, client)}) is true`, reversed)
}
