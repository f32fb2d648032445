import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id, Time, Version } from '../values.ts'
import { languages } from './languages.ts'
import { messageChannels } from './messageFacts.ts'

const Channel = z.enum(messageChannels)

/** `none`: they want no messages; null: the shop chooses the first channel that reaches them. */
export const chosenChannels = [...messageChannels, 'none'] as const
/** Why a channel is off for a customer: they said so to the shop, by the link of an email or by STOP, or the address does not exist. */
export const offReasons = ['asked', 'unsubscribed', 'stopped', 'refused'] as const

const ChannelOff = z.object({
  channel: Channel,
  reason: z.enum(offReasons),
  /** The words of the server that refused the address. */
  said: z.string(),
  at: Time,
})

/** How a customer is told of things. */
export const MessageChoice = z
  .object({
    user: Id,
    channel: z.enum(chosenChannels).nullable(),
    /** Null: that of the shop. */
    language: z.enum(languages).nullable(),
    /** Whether they agreed to messages that are no news of an order: of plans and coins. */
    consent: z.boolean(),
    off: z.array(ChannelOff),
    version: Version,
  })
  .meta({ id: 'MessageChoice' })
export type MessageChoice = z.output<typeof MessageChoice>

export const getMessageChoice = {
  method: 'GET',
  url: '/api/users/:id/message-choice/',
  config: { access: 'admin', summary: 'How a customer is told of things.' },
  schema: { ...byId, response: { 200: MessageChoice } },
} as const satisfies Endpoint

export const updateMessageChoice = {
  method: 'PATCH',
  url: '/api/users/:id/message-choice/',
  config: {
    access: 'admin',
    summary:
      'Change how a customer is told of things. `off` names the channels that are off: one that is new there is off by hand; one that is not is on again.',
  },
  schema: {
    ...byId,
    body: z
      .strictObject({
        channel: z.enum(chosenChannels).nullable(),
        language: z.enum(languages).nullable(),
        consent: z.boolean(),
        // Read and sent back whole, a channel that is off stays off for the reason it has.
        off: z
          .array(z.union([Channel, ChannelOff.transform(({ channel }) => channel)]))
          .max(messageChannels.length),
        user: Id,
        version: Version,
      })
      .partial(),
    response: { 200: MessageChoice },
  },
} as const satisfies Endpoint

const byCode = { params: z.strictObject({ code: z.uuid({ error: 'This is not a code' }) }) }

/** What the link below an email says. */
export const Unsubscription = z
  .object({ shop: z.string(), address: z.string(), is_off: z.boolean() })
  .meta({ id: 'Unsubscription' })

export const getUnsubscription = {
  method: 'GET',
  url: '/api/unsubscribe/:code/',
  config: { access: 'public', summary: 'Whose emails the link of one stops. Opening it stops nothing.' },
  schema: { ...byCode, response: { 200: Unsubscription } },
} as const satisfies Endpoint

export const unsubscribe = {
  method: 'POST',
  url: '/api/unsubscribe/:code/',
  config: {
    access: 'public',
    ignoresBody: true,
    summary: 'Stop emails to a customer, as mail programs do with one click (RFC 8058).',
  },
  schema: { ...byCode, response: { 200: Unsubscription } },
} as const satisfies Endpoint
