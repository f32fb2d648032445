import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Flag, Id, Time, text } from '../values.ts'

/** What people of the shop say to each other about an order. */
export const OrderComment = z
  .object({
    id: Id,
    at: Time,
    by: z.string(),
    text: z.string(),
    /** The names of those whom it names; of couriers, only who is named sees it. */
    mentions: z.array(z.string()),
    /** Whether it names the caller. */
    is_for_you: z.boolean(),
  })
  .meta({ id: 'OrderComment' })
export type OrderComment = z.output<typeof OrderComment>

export const listOrderComments = {
  method: 'GET',
  url: '/api/all-orders/:id/comments/',
  config: {
    access: 'signed-in',
    summary:
      'The comments on an order, newest first; query searches them. A staff user gets those of their own orders that they wrote or that name them.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ ...paging, ...csv, ...ordering() }),
    response: { 200: page(OrderComment) },
  },
} as const satisfies Endpoint

export const addOrderComment = {
  method: 'POST',
  url: '/api/all-orders/:id/comments/',
  config: {
    access: 'signed-in',
    summary:
      'Comment on an order, naming who should read it: whoever sees all orders, and the courier who has it.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      text: text(2000),
      mentions: z.array(Id).max(20, 'At most 20 people').default([]),
    }),
    response: { 201: OrderComment },
  },
} as const satisfies Endpoint

export const listMentionable = {
  method: 'GET',
  url: '/api/all-orders/:id/comments/people/',
  config: {
    access: 'signed-in',
    summary: 'Whom a comment on an order can name: the others who may see it.',
  },
  schema: {
    ...byId,
    response: {
      200: z
        .object({ people: z.array(z.object({ id: Id, full_name: z.string() })) })
        .meta({ id: 'Mentionable' }),
    },
  },
} as const satisfies Endpoint

/** A comment that names the caller. */
export const OwnMention = z
  .object({
    id: Id,
    order: Id,
    order_number: z.int(),
    order_title: z.string(),
    at: Time,
    by: z.string(),
    text: z.string(),
    seen_at: Time.nullable(),
  })
  .meta({ id: 'OwnMention' })
export type OwnMention = z.output<typeof OwnMention>

export const listOwnMentions = {
  method: 'GET',
  url: '/api/mentions/',
  config: {
    access: 'signed-in',
    summary:
      'The comments that name the caller, newest first; query searches them. Of a staff user, on the orders that they have.',
  },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, ...ordering(), is_seen: Flag.optional() }),
    response: { 200: page(OwnMention) },
  },
} as const satisfies Endpoint

export const markMentionsSeen = {
  method: 'POST',
  url: '/api/mentions/seen/',
  config: {
    access: 'signed-in',
    summary: 'Mark the comments on an order that name the caller as seen; without an order, all.',
  },
  schema: {
    body: z.strictObject({ order: Id.optional() }),
    response: { 200: z.object({ seen: z.int() }).meta({ id: 'SeenMentions' }) },
  },
} as const satisfies Endpoint
