import { z } from 'zod'
import { Id, Time } from '../values.ts'

/** What can happen, in groups as people look for it. `changed` is any change that has no type of its own. */
export const eventTypes = [
  'order.created',
  'order.assigned',
  'order.changed',
  'order.delivered',
  'order.cancelled',
  'customer.created',
  'customer.changed',
  'customer.deleted',
  'lead.created',
  'lead.changed',
  'lead.deleted',
  'voucher.purchased',
  'voucher.voided',
  'voucher_group.created',
  'voucher_group.changed',
  'voucher_group.deleted',
  'stock.low',
  'coupon.created',
  'coupon.changed',
  'coupon.redeemed',
  'coupon.deleted',
  'referral.claimed',
  'subscription.created',
  'subscription.changed',
  'plan.created',
  'plan.changed',
  'plan.deleted',
  'company.created',
  'company.changed',
  'company.deleted',
  'qr_code.created',
  'qr_code.changed',
  'qr_code.deleted',
] as const
export type EventType = (typeof eventTypes)[number]

/** The type of what the test button sends. */
export const testEvent = 'webhook.test'

/** What an endpoint receives: ids, never personal data. The record is read by the API, with a key. */
export const WebhookMessage = z
  .object({
    type: z.enum([...eventTypes, testEvent]),
    /** When it happened. */
    timestamp: Time,
    data: z.object({
      /** The record; for referrals the customer who referred. */
      id: Id,
      entity: z.string(),
      /** The record's version after the change. */
      version: z.int(),
      /** Who made the change: a staff user or an API key; null for the website's visitors and the shop itself. */
      by: Id.nullable(),
    }),
  })
  .meta({ id: 'WebhookMessage' })
export type WebhookMessage = z.output<typeof WebhookMessage>
