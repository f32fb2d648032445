import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, Said, Time } from '../values.ts'
import { factKinds, messageChannels } from './messageFacts.ts'

/** `sending` lasts seconds; `dropped`: it was no longer true when it could have been sent. */
export const messageStates = ['queued', 'sending', 'sent', 'failed', 'dropped'] as const
export type MessageState = (typeof messageStates)[number]

/** Hours after which a message is given up: told late is worse than not told. */
export const messageHours = 24
/** Days for which messages are kept. */
export const messageDays = 365

/** A message to a customer on one channel: of one fact, once. */
export const Message = z
  .object({
    id: Id,
    fact: z.enum(factKinds),
    channel: z.enum(messageChannels),
    state: z.enum(messageStates),
    /** Null: a visitor, who got a code. */
    user: Id.nullable(),
    user_name: z.string(),
    order: Id.nullable(),
    order_number: z.int().nullable(),
    /** Where it was sent; null before. */
    address: z.string().nullable(),
    /** What was sent: the subject of an email, and the text. */
    subject: z.string().nullable(),
    text: z.string().nullable(),
    attempts: z.int(),
    /** When a queued one is tried next. */
    next_try_at: Time.nullable(),
    sent_at: Time.nullable(),
    /** What the provider said last, or why nothing was sent. */
    said: Said.nullable(),
    /** How many times people had it sent again before this one. */
    again: z.int(),
    created_at: Time,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export const listMessages = {
  method: 'GET',
  url: '/api/messages/',
  config: {
    access: 'admin',
    summary:
      'List messages to customers, newest first; query searches the name of the customer, the address and what the provider said.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      state: z.enum(messageStates).optional(),
      fact: z.enum(factKinds).optional(),
      channel: z.enum(messageChannels).optional(),
      order: Id.optional(),
      user: Id.optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(Message) },
  },
} as const satisfies Endpoint

export const getMessage = {
  method: 'GET',
  url: '/api/messages/:id/',
  config: { access: 'admin', summary: 'One message.' },
  schema: { ...byId, response: { 200: Message } },
} as const satisfies Endpoint

export const createMessage = {
  method: 'POST',
  url: '/api/messages/',
  config: {
    access: 'admin',
    summary:
      'Remind a customer of what is owed, once a day; or ask them to answer on the page of their order what the check of its files found, once for each state of it. 422 says why nothing can be sent.',
  },
  schema: {
    body: z.discriminatedUnion('fact', [
      z.strictObject({ fact: z.literal('payment_reminder'), user: Id }),
      z.strictObject({ fact: z.literal('needs_answer'), order: Id }),
    ]),
    response: { 201: Message },
  },
} as const satisfies Endpoint

export const sendAgain = {
  method: 'POST',
  url: '/api/messages/:id/send-again/',
  config: {
    access: 'admin',
    summary: 'Send a message again that is done: a new message, if what it tells is still true.',
  },
  schema: { ...byId, response: { 201: Message } },
} as const satisfies Endpoint
