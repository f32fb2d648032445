import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id, Time } from '../values.ts'
import { pushKinds } from './pushKinds.ts'

const Kind = z.enum(pushKinds)
const Hour = z.int().min(0, 'At least 0').max(23, 'At most 23')

/** What is told, and when not. */
const choices = {
  kinds: z.array(Kind).max(pushKinds.length),
  /** Hours of the shop between which nothing is told; what comes then is told at their end. Null: there are none. */
  quiet_from: Hour.nullable(),
  quiet_to: Hour.nullable(),
}

/** A device of yours that is told what happens, until its session ends. */
export const PushSubscription = z
  .object({ id: Id, endpoint: z.string(), ...choices, created_at: Time })
  .meta({ id: 'PushSubscription' })
export type PushSubscription = z.output<typeof PushSubscription>

export const listPushSubscriptions = {
  method: 'GET',
  url: '/api/push-subscriptions/',
  config: {
    access: 'signed-in',
    summary:
      'Your devices that are told what happens, by Web Push, and the key with which a device subscribes.',
  },
  schema: {
    response: {
      200: z.object({
        /** The server’s key for Web Push (VAPID), as base64url. */
        public_key: z.string(),
        /** What you can be told. */
        kinds: z.array(Kind),
        subscriptions: z.array(PushSubscription),
      }),
    },
  },
} as const satisfies Endpoint

const keyOf = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'This is not base64url')
    .length(Math.ceil((bytes * 4) / 3), `This is not ${bytes} bytes as base64url`)

export const createPushSubscription = {
  method: 'POST',
  url: '/api/push-subscriptions/',
  config: {
    access: 'signed-in',
    secret: true,
    summary:
      'Tell this device what happens, as its browser subscribed; sent again for the same endpoint it changes what is told.',
  },
  schema: {
    body: z
      .strictObject({
        endpoint: z.url('This is not an address').max(2048, 'At most 2048 characters'),
        keys: z.strictObject({ p256dh: keyOf(65), auth: keyOf(16) }),
        /** The key with which it subscribed. */
        public_key: z.string().max(200),
        ...choices,
      })
      .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), {
        error: 'Say both hours, or none',
        path: ['quiet_to'],
      }),
    response: { 201: PushSubscription },
  },
} as const satisfies Endpoint

export const deletePushSubscription = {
  method: 'DELETE',
  url: '/api/push-subscriptions/:id/',
  config: { access: 'signed-in', summary: 'Tell one of your devices nothing any more.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
