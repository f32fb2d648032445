import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { colorChoices, paperSizes } from '@our-print/contract/shop/configurations.ts'

// The filters of orders behind the button. No components here: index.html reads them before the app is loaded.

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const amount = /^\d{1,8}(\.\d{1,2})?$/
export const isAmount = (text: string) => amount.test(text)

/** What is valid for each; their names are those of the API. */
const patterns = {
  assigned_user: id,
  user: id,
  client: id,
  color: /^(bw|color)$/,
  paper_size: /^(A4|A3|Letter)$/,
  pickup: /^(true|false)$/,
  payable_from: amount,
  payable_to: amount,
  waiting_days: /^\d{1,4}$/,
}
export type OrderOption = keyof typeof patterns
export const orderOptions = Object.keys(patterns) as OrderOption[]

type Chosen = { [K in OrderOption]?: string } & {
  color?: (typeof colorChoices)[number]
  paper_size?: (typeof paperSizes)[number]
  pickup?: 'true' | 'false'
}

/** The valid options of an address. */
export const validOptions = (filters: Partial<Record<OrderOption, string | undefined>>) =>
  Object.fromEntries(
    orderOptions.flatMap((name) => (patterns[name].test(filters[name] ?? '') ? [[name, filters[name]]] : [])),
  ) as Chosen

/** The valid statuses of an address, which has them with commas. */
export const validStatuses = (text: string | undefined): OrderStatus[] =>
  orderStatuses.filter((status) => text?.split(',').includes(status))
