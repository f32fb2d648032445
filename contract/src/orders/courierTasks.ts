import { z } from 'zod'
import { DoneTimes, Happened } from '../doneTimes.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { asNumber, byId, Flag, formFile, Id, optionalText, Rupees, Time, text, Version } from '../values.ts'
import { proofPictures } from './deliveryProofs.ts'

/** An act of a courier that was refused, and that they sent to the office. */
export const CourierTask = z
  .object({
    id: Id,
    /** Null where a code was scanned that names no order of this shop. */
    order: Id.nullable(),
    order_number: z.int().nullable(),
    order_title: z.string().nullable(),
    /** The text of a ticket that was scanned without network; null for an act of an order that the phone knew. */
    code: z.string().nullable(),
    /** What they did, in the words of their phone. */
    tried: z.string(),
    /** What they collected with it, in rupees; null where nothing was, and for who does not see prices. */
    collected: z.number().nullable(),
    /** Why the server refused it. */
    refusal: z.string(),
    received_by: z.string(),
    /** The links are valid for 15 minutes. */
    pictures: z.array(z.object({ id: Id, kind: z.enum(proofPictures), url: z.string() })),
    at: Time,
    ...DoneTimes,
    by: z.string(),
    note: z.string(),
    /** Null while it is open. */
    settled_at: Time.nullable(),
    settled_by: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'CourierTask' })
export type CourierTask = z.output<typeof CourierTask>

export const listCourierTasks = {
  method: 'GET',
  url: '/api/courier-tasks/',
  config: {
    access: 'admin',
    summary:
      'List the refused acts that couriers sent to the office, newest first; query searches order number, title, courier, scanned code and what was done.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      order: Id.optional(),
      open: Flag.optional().meta({
        description: 'Those that wait for the office, or those that are settled.',
      }),
    }),
    response: { 200: page(CourierTask) },
  },
} as const satisfies Endpoint

export const getCourierTask = {
  method: 'GET',
  url: '/api/courier-tasks/:id/',
  config: { access: 'admin', summary: 'One refused act of a courier.' },
  schema: { ...byId, response: { 200: CourierTask } },
} as const satisfies Endpoint

export const createCourierTask = {
  method: 'POST',
  url: '/api/courier-tasks/',
  config: {
    // Two pictures of 10 MB, and the texts.
    bodyLimit: 21 * 1024 * 1024,
    access: 'signed-in',
    multipart: true,
    opensTransactions: true,
    summary:
      'Send a refused act to the office, with its pictures. It names its order or, if only a ticket was scanned, the `code` of that. A staff user does so for an order that is or was assigned to them, or for any code, and gets back no more of it than they sent.',
  },
  schema: {
    form: z.strictObject({
      order: Id.optional(),
      code: text(2000).optional(),
      tried: text(2000),
      collected: asNumber(Rupees).optional(),
      refusal: text(2000),
      received_by: optionalText(200).default(''),
      photo: formFile('image/jpeg, image/png', 'Choose a photo').optional(),
      signature: formFile('image/png', 'Draw the signature again').optional(),
      ...Happened,
    }),
    response: { 201: CourierTask.pick({ id: true, order: true, at: true }).meta({ id: 'SentCourierTask' }) },
  },
} as const satisfies Endpoint

export const settleCourierTask = {
  method: 'POST',
  url: '/api/courier-tasks/:id/settle/',
  config: {
    access: 'admin',
    summary: 'Settle a refused act of a courier, once: the note says what became of it.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ note: text(1000), version: Version.optional() }),
    response: { 200: CourierTask },
  },
} as const satisfies Endpoint

export const readCourierTaskPicture = {
  method: 'GET',
  url: '/api/courier-task-pictures/:id/',
  config: {
    work: 'file',
    access: 'public',
    unlimited: true,
    summary: 'The bytes of a signed picture link, which is valid for 15 minutes.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ expires: z.string().max(20), signature: z.string().max(100) }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
