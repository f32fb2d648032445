import { z } from 'zod'
import { eventTypes } from '../entityKinds.ts'
import { Id, Time } from '../values.ts'

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
