import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, Rupees, Time, text, Version } from '../values.ts'
import { denominations, differenceKinds, handOverStatuses } from './cashTerms.ts'

const Amount = z
  .int({ error: 'This must be a whole number' })
  .min(0, 'This cannot be negative')
  .max(100_000, 'This is too much')

/** How many there are of each note and coin, by its value in rupees. */
export const NotesCounted = z.strictObject(
  Object.fromEntries(denominations.map((each) => [each, Amount.optional()])) as Record<
    (typeof denominations)[number],
    z.ZodOptional<typeof Amount>
  >,
)

/** A count of cash; the server adds it up. */
export const countedCash = {
  notes: NotesCounted,
  /** In rupees: what no note or coin stands for. */
  rest: Rupees.default(0),
}

/** What was declared and counted: in `null` what the reader must not know yet, and what is not there yet. */
export const HandOver = z
  .object({
    id: Id,
    number: z.int(),
    holder: Id,
    holder_name: z.string(),
    status: z.enum(handOverStatuses),
    declared_at: Time,
    /** In rupees. Hidden from everybody but the holder until it is counted. */
    declared: z.number().nullable(),
    declared_notes: NotesCounted.nullable(),
    counted: z.number().nullable(),
    counted_notes: NotesCounted.nullable(),
    counted_at: Time.nullable(),
    counted_by_name: z.string().nullable(),
    /** What they had in hand, by their payments. */
    expected: z.number().nullable(),
    /** What was counted beyond that: negative where cash is missing. Zero: only the declaration was another one. */
    difference: z.number().nullable(),
    explanation: z.enum(differenceKinds).nullable(),
    reason: z.string().nullable(),
    explained_at: Time.nullable(),
    explained_by_name: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'HandOver' })
export type HandOver = z.output<typeof HandOver>

const Hand = z.object({
  id: Id,
  full_name: z.string(),
  /** In rupees: the sum of their payments in cash since they handed over last. */
  amount: z.number(),
  /** The one that is open. */
  hand_over: HandOver.nullable(),
})

export const getCash = {
  method: 'GET',
  url: '/api/cash/',
  config: {
    access: 'signed-in',
    summary:
      'What each person has in hand, with their open hand-over, and what is in the till. Who lacks the ability `cash` gets only what they have themselves.',
  },
  schema: {
    response: {
      200: z
        .object({
          own: Hand,
          /**
           * Everybody who has cash or an open hand-over; only the reader where they see no others. `amount` is null while a
           * hand-over of somebody else waits to be counted: who counts it must not know what to find.
           */
          hands: z.array(Hand.extend({ amount: Hand.shape.amount.nullable() })),
          /** Null where the reader does not see it. */
          till: z.number().nullable(),
        })
        .meta({ id: 'Cash' }),
    },
  },
} as const satisfies Endpoint

export const listHandOvers = {
  method: 'GET',
  url: '/api/hand-overs/',
  config: {
    access: 'signed-in',
    summary:
      'List hand-overs, newest first; query searches number, name and reason. Who lacks the ability `cash` sees their own.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      holder: Id.optional(),
      status: z.enum(handOverStatuses).optional(),
      /** Days of the declaration, inclusive. */
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(HandOver) },
  },
} as const satisfies Endpoint

export const getHandOver = {
  method: 'GET',
  url: '/api/hand-overs/:id/',
  config: { access: 'signed-in', summary: 'One hand-over; who lacks the ability `cash` sees their own.' },
  schema: { ...byId, response: { 200: HandOver } },
} as const satisfies Endpoint

export const declareHandOver = {
  method: 'POST',
  url: '/api/hand-overs/',
  config: {
    access: 'signed-in',
    summary:
      'Declare by notes and coins what one hands over of the cash in hand. A person has one open hand-over at a time. Payments that come in later stay in hand.',
  },
  schema: { body: z.strictObject(countedCash), response: { 201: HandOver } },
} as const satisfies Endpoint

export const cancelHandOver = {
  method: 'POST',
  url: '/api/hand-overs/:id/cancel/',
  config: {
    access: 'signed-in',
    summary: 'Take one’s own declaration back, as long as nobody has counted it.',
  },
  schema: { ...byId, response: { 200: HandOver } },
} as const satisfies Endpoint

export const countHandOver = {
  method: 'POST',
  url: '/api/hand-overs/:id/count/',
  config: {
    access: 'admin',
    summary:
      'Count a hand-over by notes and coins, once, and never one’s own. Equal to what was declared and was in hand: the cash is in the till. Else it stays open as a difference with both counts.',
  },
  schema: { ...byId, body: z.strictObject(countedCash), response: { 200: HandOver } },
} as const satisfies Endpoint

export const explainHandOver = {
  method: 'POST',
  url: '/api/hand-overs/:id/explain/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary:
      'Explain the difference of a counted hand-over, never one’s own: what was counted goes to the till, and nothing of it stays in hand.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      /** Refused where it is the other one. */
      explanation: z.enum(differenceKinds).optional(),
      reason: text(500),
      version: Version.optional(),
    }),
    response: { 200: HandOver },
  },
} as const satisfies Endpoint
