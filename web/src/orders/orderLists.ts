import type { PaymentStatus } from '@our-print/contract/money/paymentTerms.ts'
import type { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { listMyOrders, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import type { DueFilter, PrintedPart } from '@our-print/contract/orders/promises.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { colorChoices, paperSizes } from '@our-print/contract/shop/configurations.ts'
import { type Query, query } from '../base/api/api.ts'
import { addDays, today, validDay } from '../base/format/format.ts'
import type { ListState } from '../base/list/useListState.ts'

// The filters of orders behind the button. No components here: index.html reads them before the app is loaded.

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const amount = /^\d{1,8}(\.\d{1,2})?$/
const day = /^\d{4}-\d\d-\d\d$/
export const isAmount = (text: string) => amount.test(text)

/** What is valid for each; their names are those of the API. */
const patterns = {
  assigned_user: id,
  user: id,
  client: id,
  billed_to: id,
  color: /^(bw|color|mixed)$/,
  paper_size: /^(A4|A3|Letter)$/,
  pickup: /^(true|false)$/,
  payable_from: amount,
  payable_to: amount,
  paid_from: amount,
  paid_to: amount,
  due_from: amount,
  due_to: amount,
  waiting_days: /^\d{1,4}$/,
  due: /^(late|soon|at_risk)$/,
  promised_from: day,
  promised_to: day,
  printed: /^(none|part|all)$/,
  is_ready: /^(true|false)$/,
  payment_status: /^(unpaid|part_paid|paid|overpaid)$/,
  price_by_hand: /^(true|false)$/,
}
export type OrderOption = keyof typeof patterns
export const orderOptions = Object.keys(patterns) as OrderOption[]

type Chosen = { [K in OrderOption]?: string } & {
  color?: (typeof colorChoices)[number]
  paper_size?: (typeof paperSizes)[number]
  pickup?: 'true' | 'false'
  due?: DueFilter
  printed?: PrintedPart
  is_ready?: 'true' | 'false'
  payment_status?: PaymentStatus
  price_by_hand?: 'true' | 'false'
}

/** The valid options of an address. */
export const validOptions = (filters: Partial<Record<OrderOption, string | undefined>>) =>
  Object.fromEntries(
    orderOptions.flatMap((name) => (patterns[name].test(filters[name] ?? '') ? [[name, filters[name]]] : [])),
  ) as Chosen

/** The valid statuses of an address, which has them with commas. */
export const validStatuses = (text: string | undefined): OrderStatus[] =>
  orderStatuses.filter((status) => text?.split(',').includes(status))

// What each list of orders requests. No components here: index.html sends the first request before they are loaded.

/** The filters of the address, validated. */
type OrderFilter = {
  limit: string
  offset: string
  query?: string
  ordering?: Ordering<OrderField>
  from_date?: string | undefined
  to_date?: string | undefined
  delivered_from?: string
  delivered_to?: string
}
/** What only the lists of the whole shop are filtered by. */
type ShopFilter = Omit<OrderFilter, 'delivered_from' | 'delivered_to'> &
  ReturnType<typeof validOptions> & { status?: Order['status'][] | Order['status'] }

type OrderField = (typeof orderOrderings)[number]

type OrderPage = { count: number; next: string | null; previous: string | null; results: Order[] }

const allOrders = (filter: ShopFilter) =>
  query(listOrders, { querystring: { ...filter, exclude_order_type: 'subscription' } })

const subscriptionOrders = (filter: ShopFilter) =>
  query(listOrders, { querystring: { ...filter, order_type: 'subscription' } })

const myOrders = (filter: OrderFilter & { status?: Order['status']; exclude_status?: Order['status'] }) =>
  query(listMyOrders, { querystring: { ...filter, assigned_user: localStorage.getItem('id') ?? '' } })

/** By the name of the view. */
const shopLists = {
  pending: (filter) => allOrders({ ...filter, status: 'confirmed' }),
  assigned: (filter) => allOrders({ ...filter, status: 'assigned' }),
  completed: (filter) => allOrders({ ...filter, status: 'delivered' }),
  total: allOrders,
  'subscription-pending': (filter) => subscriptionOrders({ ...filter, status: 'confirmed' }),
  'subscription-assigned': (filter) => subscriptionOrders({ ...filter, status: 'assigned' }),
  'subscription-completed': (filter) => subscriptionOrders({ ...filter, status: 'delivered' }),
  'subscription-total': subscriptionOrders,
} as const satisfies Record<string, (filter: ShopFilter) => Query<OrderPage>>

const staffLists = {
  'my-assigned': (filter) => myOrders({ ...filter, exclude_status: 'delivered' }),
  'my-out-for-delivery': (filter) => myOrders({ ...filter, status: 'out-for-delivery' }),
  'my-completed': (filter) => myOrders({ ...filter, status: 'delivered' }),
} as const satisfies Record<string, (filter: OrderFilter) => Query<OrderPage>>

/** The lists of one staff user, and those of the whole shop. */
export type StaffViewName = keyof typeof staffLists
export type ShopViewName = keyof typeof shopLists
export type OrderViewName = StaffViewName | ShopViewName
/** The lists that the specification has a second time, for the orders that a plan pays. */
export type PlainViewName = Exclude<ShopViewName, `subscription-${string}`>
export const isPlain = (view: ShopViewName): view is PlainViewName => !view.startsWith('subscription-')

/** The query parameters of a list of orders, besides page, search and sequence. */
export const orderFilters = ['from_date', 'to_date', 'status', 'delivered', ...orderOptions] as const
export type OrderList = ListState<(typeof orderFilters)[number], OrderField>

/** The lists that show every status, and can be filtered by some. */
export const isByStatus = (view: OrderViewName) => view === 'total' || view === 'subscription-total'

/** The lists of the whole shop, which have more filters than those of one staff user. */
export const isOfShop = (view: OrderViewName): view is ShopViewName => !view.startsWith('my-')

/** When a staff user delivered: relative to today, so that a bookmark stays right. The first day is so many days ago. */
export const deliveryPeriods = [
  { value: 'today', label: 'Delivered today', daysAgo: 0 },
  { value: '7d', label: 'Delivered in 7 days', daysAgo: 6 },
] as const

/** The list that can be filtered by the day of delivery. */
export const isByDelivery = (view: OrderViewName) => view === 'my-completed'

export const validDelivery = (delivered: string | undefined) =>
  deliveryPeriods.find(({ value }) => value === delivered)

/** The orders that an address shows; invalid days, states and options are left out, and the fields show their errors. */
export function ordersIn(view: OrderViewName, { paging, filters }: Pick<OrderList, 'paging' | 'filters'>) {
  const from_date = validDay(filters.from_date)
  const to_date = validDay(filters.to_date, from_date)
  const { ordering, ...page } = paging
  const shown = { ...page, ...(ordering && { ordering }), from_date, to_date }
  if (!isOfShop(view)) return ofStaff(view, shown, filters)
  const statuses = isByStatus(view) ? validStatuses(filters.status) : []
  const status = statuses.length > 1 ? statuses : statuses[0]
  return shopLists[view]({
    ...shown,
    ...(status && { status }),
    ...validOptions(filters),
  })
}

function ofStaff(view: StaffViewName, shown: OrderFilter, filters: OrderList['filters']) {
  if (isByDelivery(view)) {
    const delivery = validDelivery(filters.delivered)
    return staffLists[view]({
      ...shown,
      ...(delivery && { delivered_from: addDays(today(), -delivery.daysAgo), delivered_to: today() }),
    })
  }
  return staffLists[view](shown)
}
