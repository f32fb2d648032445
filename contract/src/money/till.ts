import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, optionalText, Rupees, Said, Time, text } from '../values.ts'
import { tillActs, tillKinds } from './cashTerms.ts'

/** Cash that came into the till or left it. */
export const TillEntry = z
  .object({
    id: Id,
    at: Time,
    /** When it moved: that of a payment may be before it was entered. */
    happened_at: Time,
    kind: z.enum(tillKinds),
    /** In rupees; negative where it left. */
    amount: z.number(),
    /** What it was for: the reason of a pay-out, whose payment, who handed over. */
    text: Said,
    reference: z.string().nullable(),
    payment: Id.nullable(),
    hand_over: Id.nullable(),
    by_name: z.string(),
    /** The entry that it undoes. */
    reverses: Id.nullable(),
    /** The entry that undoes it. */
    reversed_by: Id.nullable(),
  })
  .meta({ id: 'TillEntry' })
export type TillEntry = z.output<typeof TillEntry>

export const listTillEntries = {
  method: 'GET',
  url: '/api/till/',
  config: {
    access: 'admin',
    summary: 'List what came into the till and left it, newest first; query searches text and reference.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      kind: z.enum(tillKinds).optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(TillEntry) },
  },
} as const satisfies Endpoint

export const getTillEntry = {
  method: 'GET',
  url: '/api/till/:id/',
  config: { access: 'admin', summary: 'One entry of the till.' },
  schema: { ...byId, response: { 200: TillEntry } },
} as const satisfies Endpoint

export const createTillEntry = {
  method: 'POST',
  url: '/api/till/',
  config: {
    access: 'admin',
    summary:
      'Put change into the till (`float`), pay something from it (`pay_out`, with a reason), or bring cash to the bank (`deposit`).',
  },
  schema: {
    body: z
      .strictObject({
        kind: z.enum(tillActs),
        amount: Rupees.min(0.01, 'This cannot be zero'),
        reason: optionalText(200).default(''),
        /** The slip of the bank, the number of the receipt. */
        reference: optionalText(100).nullable().default(null),
      })
      .refine(({ kind, reason }) => kind !== 'pay_out' || reason !== '', {
        error: 'Say what it was paid for',
        path: ['reason'],
      }),
    response: { 201: TillEntry },
  },
} as const satisfies Endpoint

export const reverseTillEntry = {
  method: 'POST',
  url: '/api/till/:id/reverse/',
  config: {
    access: 'admin',
    summary:
      'Undo a float, a pay-out or a deposit that was entered by mistake, by an entry of the opposite amount; once.',
  },
  schema: { ...byId, body: z.strictObject({ reason: text(200) }), response: { 201: TillEntry } },
} as const satisfies Endpoint
