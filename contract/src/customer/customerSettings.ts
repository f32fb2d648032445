import { z } from 'zod'
import { languages } from './languages.ts'

/** Whether a customer may cancel their order by its link: after the shop agreed, at once, or not. */
export const customerCancels = ['asks', 'directly', 'never'] as const
/** Whether visitors may ask for orders. */
export const orderIntakes = ['off', 'open'] as const

/** Of the configuration: what customers may do without signing in. */
export const CustomerSettings = {
  customer_cancels: z.enum(customerCancels),
  order_intake: z.enum(orderIntakes),
  /** Of pages and messages for customers whose own language is not known. */
  language: z.enum(languages),
}
