import { Copies } from '@our-print/contract/orders/orderChanges.ts'
import { OrderLines } from '@our-print/contract/orders/orderPrice.ts'
import { type Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { OrderLayout } from '@our-print/contract/printing/sheetFields.ts'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import { Address, Id, optionalText, Rupees, required } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { emptyOrder, numbered } from './newOrder/newOrderForm.ts'

/** All that can be changed of an order, as its dialog has it. */
export const EditedOrder = z
  .object({
    title: OrderUpdate.shape.title.unwrap(),
    notes: OrderUpdate.shape.notes.unwrap(),
    user: Id,
    user_subscription_plan: Id.nullable(),
    copies: Copies,
    color: z.enum(colorChoices),
    sides: z.enum(sides),
    paper_size: z.enum(paperSizes),
    binding: z.enum(bindings),
    ...OrderLayout,
    pickup: z.boolean(),
    address: Address.nullable(),
    promised_at: OrderUpdate.shape.promised_at.unwrap(),
    window_from: OrderUpdate.shape.window_from.unwrap(),
    coupon_code: optionalText(50).nullable(),
    lines: OrderLines,
    price_by_hand: Rupees.nullable(),
    price_by_hand_reason: optionalText(200).nullable(),
  })
  .refine((order) => order.price_by_hand === null || order.price_by_hand_reason, {
    path: ['price_by_hand_reason'],
    error: required,
  })
export type EditedOrder = z.output<typeof EditedOrder>

/** The fields of the dialog: empty where the order has nothing. */
export const fieldsOf = (order: Order) => ({
  title: order.title,
  notes: order.notes,
  user: order.user,
  user_subscription_plan: order.user_subscription_plan ?? '',
  copies: order.copies as number | null,
  color: order.color,
  sides: order.sides,
  paper_size: order.paper_size,
  binding: order.binding,
  layout: order.layout,
  fit: order.fit,
  bundle: order.bundle,
  pickup: order.pickup,
  // Hidden from who does not see customers’ data; it stays.
  address: order.address ?? (order.pickup ? emptyOrder.address : null),
  promised_at: order.promised_at,
  window_from: order.window_from,
  coupon_code: order.coupon_code ?? '',
  lines: (order.lines ?? []) as { text: string; quantity: number | null; price: number | null }[],
  price_by_hand: order.price_by_hand,
  price_by_hand_reason: order.price_by_hand_reason ?? '',
})
export type EditFields = ReturnType<typeof fieldsOf>

/** The fields as the schema has them. */
export const prepare = (fields: EditFields) => ({
  ...fields,
  user_subscription_plan: fields.user_subscription_plan || null,
  copies: fields.copies ?? Number.NaN,
  address: fields.pickup ? null : fields.address,
  coupon_code: fields.coupon_code?.trim() || null,
  lines: fields.lines.map(numbered),
  price_by_hand_reason: fields.price_by_hand === null ? null : (fields.price_by_hand_reason ?? ''),
})

/** Only what differs from the order as the person saw it: the changes of others stay. */
export function changesOf(values: object, seen: Order): OrderUpdate {
  const before = new Map(Object.entries(prepare(fieldsOf(seen))))
  const isChanged = ([name, value]: [string, unknown]) => textOf(value) !== textOf(before.get(name))
  const isPromisedAnew = Object.entries(values).some((entry) => isOfPromise(entry) && isChanged(entry))
  return Object.fromEntries(
    Object.entries(values).filter((entry) => isChanged(entry) || (isPromisedAnew && isOfPromise(entry))),
  )
}

/** A window begins and ends together. */
const isOfPromise = ([name]: [string, unknown]) => name === 'promised_at' || name === 'window_from'

/** The keys of an address come in any sequence. */
const textOf = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : JSON.stringify(value)
