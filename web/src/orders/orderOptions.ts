import { colors, paperSizes } from '@our-print/contract/configurations.ts'
import { type OrderStatus, orderStatuses } from '@our-print/contract/rules/orderMoves.ts'
import { isId } from '../api/ids.ts'

// The filters of orders behind the button. No components here: index.html reads them before they are loaded.

/** Their names in the address and in the API. */
export const orderOptions = [
  'assigned_user',
  'user',
  'color',
  'paper_size',
  'pickup',
  'payable_from',
  'payable_to',
  'waiting_days',
] as const
export type OrderOption = (typeof orderOptions)[number]

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string) =>
    values.find((value) => value === text)
const id = (text: string) => (isId(text) ? text : undefined)
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
export const isAmount = (text: string) => /^\d{1,8}(\.\d{1,2})?$/.test(text)
const amount = (text: string) => (isAmount(text) ? text : undefined)

const readers = {
  assigned_user: id,
  user: id,
  color: oneOf(colors),
  paper_size: oneOf(paperSizes),
  pickup: oneOf(['true', 'false']),
  payable_from: amount,
  payable_to: amount,
  waiting_days: matching(/^\d{1,4}$/),
} as const

type Read = { [K in OrderOption]?: Exclude<ReturnType<(typeof readers)[K]>, undefined> }

/** The valid options of an address. */
export const validOptions = (filters: Partial<Record<OrderOption, string | undefined>>): Read =>
  Object.fromEntries(
    orderOptions.flatMap((name) => {
      const text = filters[name]
      const value = text === undefined ? undefined : readers[name](text)
      return value === undefined ? [] : [[name, value]]
    }),
  ) as Read

/** The valid statuses of an address, which has them with commas. */
export const validStatuses = (text: string | undefined): OrderStatus[] =>
  orderStatuses.filter((status) => text?.split(',').includes(status))
