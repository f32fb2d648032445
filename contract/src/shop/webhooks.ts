import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { eventTypes } from '../entityKinds.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Flag, Id, optionalText, Said, Time, Version } from '../values.ts'
import { isWebAddress } from '../webAddress.ts'
import { testEvent, WebhookMessage } from './messages.ts'

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Days for which deliveries are kept, the pending ones included. */
export const deliveryDays = 30
/** Days after which a delivery is given up; an endpoint that accepted nothing in this time is switched off. */
export const retryDays = 3
/** Hours for which the secret before a rotation still signs. */
export const rotationHours = 24
export const mostWebhooks = 20

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    description: z.string(),
    event_types: z.array(z.enum(eventTypes)),
    is_active: z.boolean(),
    /** Set where the server switched it off: its deliveries wait until it is active again. */
    switched_off_at: Time.nullable(),
    switched_off_reason: Said.nullable(),
    /** Until then the secret before the last rotation signs, too. */
    previous_secret_until: Time.nullable(),
    pending: z.int().meta({ description: 'Deliveries that wait, counted up to 1,000.' }),
    failed: z.int().meta({
      description: `Deliveries given up after ${retryDays} days, while the endpoint accepted others; counted up to 1,000.`,
    }),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

/** The secret `whsec_…`, shown when it is made and never again. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' })

const Url = z
  .string({ error: 'This field is Required' })
  .trim()
  .min(1, 'This field is Required')
  .max(2048, 'At most 2048 characters')
  .refine(isWebAddress, 'This is not an https:// address')
  .refine((url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '', {
    error: 'An address has no user or password here: verify the signature instead',
  })

const editable = {
  url: Url,
  description: optionalText(200),
  event_types: z
    .array(z.enum(eventTypes, { error: 'This is not a type of event' }))
    .min(1, 'Choose at least one type of event')
    .max(eventTypes.length)
    .transform((chosen) => eventTypes.filter((type) => chosen.includes(type))),
  is_active: z.boolean(),
}

export const listWebhooks = {
  method: 'GET',
  url: '/api/webhooks/',
  config: {
    access: 'admin',
    summary: 'List the webhooks, newest first; query searches address and description.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      needs_attention: Flag.optional().meta({
        description: 'Those that the server switched off, or with deliveries that failed.',
      }),
    }),
    response: { 200: page(Webhook) },
  },
} as const satisfies Endpoint

export const getWebhook = {
  method: 'GET',
  url: '/api/webhooks/:id/',
  config: { access: 'admin', summary: 'One webhook, without its secret.' },
  schema: { ...byId, response: { 200: Webhook } },
} as const satisfies Endpoint

export const createWebhook = {
  method: 'POST',
  url: '/api/webhooks/',
  config: {
    access: 'admin',
    secret: true,
    summary: `Create a webhook; \`secret\` is shown this once. 422 after ${mostWebhooks} webhooks.`,
  },
  schema: {
    body: z.strictObject({
      ...editable,
      description: editable.description.default(''),
      is_active: z.boolean().default(true),
    }),
    response: { 201: WebhookWithSecret },
  },
} as const satisfies Endpoint

export const updateWebhook = {
  method: 'PATCH',
  url: '/api/webhooks/:id/',
  config: {
    access: 'admin',
    summary: 'Change a webhook. Made active again, it is sent what waited meanwhile.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...Webhook.shape, ...editable }).partial(),
    response: { 200: Webhook },
  },
} as const satisfies Endpoint

export const deleteWebhook = {
  method: 'DELETE',
  url: '/api/webhooks/:id/',
  config: { access: 'admin', summary: 'Delete a webhook with the log of its deliveries.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const rotateSecret = {
  method: 'POST',
  url: '/api/webhooks/:id/rotate-secret/',
  config: {
    access: 'admin',
    secret: true,
    summary: `Make a new secret, shown this once. Deliveries are signed with the old one, too, for ${rotationHours} hours.`,
  },
  schema: { ...byId, response: { 200: WebhookWithSecret } },
} as const satisfies Endpoint

export const WebhookDelivery = z
  .object({
    id: Id,
    /** The header `webhook-id`: the same in each try and replay, so receivers can tell what they had already. */
    message_id: z.string(),
    event_type: z.string(),
    entity: z.string(),
    record: Id,
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** Null unless it is pending. */
    next_try_at: Time.nullable(),
    last_tried_at: Time.nullable(),
    /** The HTTP status of the last answer; null for none. */
    last_status: z.int().nullable(),
    last_error: Said.nullable(),
    happened_at: Time,
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const WebhookAttempt = z
  .object({
    id: Id,
    at: Time,
    duration_ms: z.int(),
    url: z.string(),
    status: z.int().nullable(),
    error: Said.nullable(),
    /** The beginning of the answer. */
    answer: z.string(),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.output<typeof WebhookAttempt>

/** A delivery with its request and the answers to it. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** The body that is sent; the signature differs with each try. */
  request: WebhookMessage,
  /** The newest tries, newest first. */
  tries: z.array(WebhookAttempt),
}).meta({ id: 'WebhookDeliveryDetail' })
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>

export const listDeliveries = {
  method: 'GET',
  url: '/api/webhooks/:id/deliveries/',
  config: {
    access: 'admin',
    summary: `List the deliveries of a webhook of the last ${deliveryDays} days, newest first; query searches the id of the record.`,
  },
  schema: {
    ...byId,
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      state: z.enum(deliveryStates).optional(),
      event_type: z.enum([...eventTypes, testEvent]).optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(WebhookDelivery) },
  },
} as const satisfies Endpoint

const byDelivery = { params: z.strictObject({ id: Id, delivery: Id }) }

export const getDelivery = {
  method: 'GET',
  url: '/api/webhooks/:id/deliveries/:delivery/',
  config: { access: 'admin', summary: 'One delivery, with its request and the answers to it.' },
  schema: { ...byDelivery, response: { 200: WebhookDeliveryDetail } },
} as const satisfies Endpoint

export const replayDelivery = {
  method: 'POST',
  url: '/api/webhooks/:id/deliveries/:delivery/replay/',
  config: {
    access: 'admin',
    summary: 'Send a delivery again, with the same `webhook-id`. 409 while it waits.',
  },
  schema: { ...byDelivery, response: { 200: WebhookDelivery } },
} as const satisfies Endpoint

export const replayPeriod = {
  method: 'POST',
  url: '/api/webhooks/:id/replay/',
  config: {
    access: 'admin',
    summary: `Send all deliveries of a period again that were delivered or failed, in their sequence. The log goes back ${deliveryDays} days.`,
  },
  schema: {
    ...byId,
    body: z.strictObject({
      from_date: Day,
      to_date: Day,
      /** Only these; all by default. */
      event_types: z.array(z.enum(eventTypes)).min(1).optional(),
    }),
    response: { 200: z.object({ replayed: z.int() }) },
  },
} as const satisfies Endpoint

export const testWebhook = {
  method: 'POST',
  url: '/api/webhooks/:id/test/',
  config: {
    access: 'admin',
    work: 'outside',
    opensTransactions: true,
    summary: `Send an example event (\`${testEvent}\`) now and return what came back. It is not tried again.`,
  },
  schema: { ...byId, response: { 200: WebhookDeliveryDetail } },
} as const satisfies Endpoint
