import { amountSign } from '@our-print/contract/money/currency.ts'
import type { ChangedField, OrderFieldChange, PriceDay } from '@our-print/contract/orders/orderChanges.ts'
import type { OrderLine } from '@our-print/contract/orders/orderPrice.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Db } from '../base/database/db.ts'
import type { Pricing } from '../money/invoices/addedTax.queries.ts'
import { refuseInvoiced } from '../money/invoices/invoicedOrders.queries.ts'
import * as invoiceSettings from '../money/invoices/invoiceSettings.queries.ts'
import * as configurations from '../shop/configurations/configurations.queries.ts'
import { linesToStore } from './createOrder.ts'

export type KeptFile = { id: string; name: string; page_ranges: string | null }

/** The files that an order prints. */
export const listFiles = (db: Db, order: string) => db<(KeptFile & { page_count: number })[]>`
  select id, name, page_count, page_ranges from order_files
  where order_id = ${order} and kind = 'print' order by position`

/** What is known of files: those of the order, or uploads that were locked. */
export const readFiles = (db: Db, ids: string[], order: string) => db<
  { id: string; name: string; page_count: number }[]
>`
  select id, name, page_count from order_files where id = any(${ids}::uuid[]) and order_id = ${order}`

/** Whether all of an order can be changed. Refuses where its invoice says what it costs. */
export async function isOpenToChange(db: Db, order: string): Promise<boolean> {
  await refuseInvoiced(db, order)
  const [row] = await db<[{ is_open: boolean }]>`
    select is_open_to_change(o) as is_open from orders o where id = ${order}`
  return row.is_open
}

/**
 * By what a changed order is priced: by today, or by the time at which it was taken in, or its quote made. Whether tax is added
 * to a price stays as it was said, unless the price is of today.
 */
export async function pricingOf(db: Db, order: string, day: PriceDay | undefined): Promise<Pricing> {
  const taxes = await invoiceSettings.get(db)
  if (day === 'today') return { prices: await configurations.get(db), taxes }
  const [row] = await db<[{ at: string; is_added: boolean }]>`
    select coalesce(q.priced_at, o.created_at)::text as at, o.tax is not null as is_added
    from orders o left join quotes q on q.order_id = o.id where o.id = ${order}`
  return { prices: await configurations.pricesAt(db, row.at), taxes, isAdded: row.is_added }
}

type Texts = Pick<Order, 'title' | 'notes' | 'address' | 'pay_by' | 'billed_to'>

const setTexts = (db: Db, { title, notes, address, pay_by, billed_to }: Texts) => db`
  version = version + 1, title = ${title}, notes = ${notes}, address = ${address && db.json(address)},
  pay_by = ${pay_by}, client_id = ${billed_to}`

export const updateTexts = (db: Db, id: string, texts: Texts) => db`
  update orders set ${setTexts(db, texts)} where id = ${id}`

type Choices = Texts &
  Pick<
    Order,
    | 'user'
    | 'user_subscription_plan'
    | 'copies'
    | 'color'
    | 'sides'
    | 'paper_size'
    | 'binding'
    | 'layout'
    | 'fit'
    | 'bundle'
    | 'pickup'
    | 'price_by_hand_reason'
  > & { lines: OrderLine[] }

/** What follows from the choices; money in paise. */
type Result = Pick<Order, 'impressions' | 'blank_sides' | 'color_pages' | 'coupon_code' | 'plan_pages'> & {
  pages: number
  amount: number
  calculated_amount: number | null
  discount: number
  tax: number | null
  /** Whether it is priced by today: what its invoice says of it is by the same prices. */
  is_of_today: boolean
}

export async function update(db: Db, id: string, wanted: Choices, result: Result) {
  const [order] = await db<[{ payable: number }]>`
    update orders set ${setTexts(db, wanted)}, user_id = ${wanted.user},
      order_type = ${wanted.user_subscription_plan === null ? 'print' : 'subscription'},
      user_subscription_plan = ${wanted.user_subscription_plan}, plan_pages = ${result.plan_pages},
      pdf_page_count = ${result.pages}, impressions = ${result.impressions}, blank_sides = ${result.blank_sides},
      copies = ${wanted.copies}, color = ${wanted.color}, color_pages = ${result.color_pages}, sides = ${wanted.sides},
      paper_size = ${wanted.paper_size}, binding = ${wanted.binding}, layout = ${wanted.layout}, fit = ${wanted.fit},
      bundle = ${wanted.bundle}, pickup = ${wanted.pickup}, amount = ${result.amount}, discount = ${result.discount}, tax = ${result.tax},
      coupon_code = ${result.coupon_code}, lines = ${db.json(linesToStore(wanted.lines))},
      priced_at = ${result.is_of_today ? db`clock_timestamp()` : null},
      calculated_amount = ${result.calculated_amount}, price_by_hand_reason = ${wanted.price_by_hand_reason}
    where id = ${id} returning payable / 100.0::float8 as payable`
  return order
}

type Described = Omit<Choices, 'price_by_hand_reason'> & { files: KeptFile[] }

/** What of an order changed, each from what to what, in words where it is no plain value. */
export async function describe(
  db: Db,
  before: Described,
  after: Described,
  fields: readonly ChangedField[],
): Promise<OrderFieldChange[]> {
  const names = await db<{ id: string; name: string }[]>`
    select id, trim(first_name || ' ' || last_name) as name from users where id = any(${[before.user, after.user]}::uuid[])
    union all
    select id, name from clients where id = any(${[before.billed_to, after.billed_to].filter((id) => id !== null)}::uuid[])
    union all
    select b.id, p.name from user_subscription_plans b join subscription_plans p on p.id = b.plan
    where b.id = any(${[before.user_subscription_plan, after.user_subscription_plan].filter((id) => id !== null)}::uuid[])`
  const nameOf = (id: string | null) => names.find((row) => row.id === id)?.name ?? null
  const valueOf = (order: Described, field: ChangedField): OrderFieldChange['from'] => {
    if (field === 'user') return nameOf(order.user)
    if (field === 'billed_to') return nameOf(order.billed_to)
    if (field === 'user_subscription_plan') return nameOf(order.user_subscription_plan)
    if (field === 'files') return order.files.map(fileText).join(', ')
    if (field === 'lines') return order.lines.map(lineText).join(', ') || null
    if (field === 'address') return addressText(order.address)
    return (order as unknown as Record<string, OrderFieldChange['from']>)[field] ?? null
  }
  return fields.map((field) => ({ field, from: valueOf(before, field), to: valueOf(after, field) }))
}

const fileText = ({ name, page_ranges }: KeptFile) => (page_ranges ? `${name} (${page_ranges})` : name)
const lineText = ({ text, quantity, price }: OrderLine) => `${text} ${quantity} × ${amountSign()}${price}`

const addressText = (address: Order['address']) =>
  address &&
  [address.line1, address.line2, address.city, address.state, address.pincode].filter(Boolean).join(', ')

/** An entry that is no move: the order stays in its status. */
export const addHistory = (
  db: Db,
  by: string,
  { id, status }: Pick<Order, 'id' | 'status'>,
  changes: readonly OrderFieldChange[],
) => db`
  insert into order_history (order_id, by, from_status, to_status, changes)
  values (${id}, ${by}, ${status}, ${status}, ${db.json(changes)})`
