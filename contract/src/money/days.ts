import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { Day, Id, mostRupees, optionalText, Said, Time, twoPlaces, Version } from '../values.ts'
import { countedCash, NotesCounted } from './cash.ts'
import { tillKinds } from './cashTerms.ts'

const Name = z.object({ id: Id, full_name: z.string() })

/** The money of one day; all sums in rupees. */
export const DayReport = z
  .object({
    day: Day,
    /** Payments of the day by method. That from accounts moves no money. */
    methods: z.array(
      z.object({
        method: z.string(),
        payments: z.int(),
        received: z.number(),
        paid_back: z.number(),
        expected: z.number(),
        /** Null until the day is closed, and for cash, which is counted in the till. */
        counted: z.number().nullable(),
        difference: z.number().nullable(),
      }),
    ),
    /** Who took payments or handed over on the day. */
    people: z.array(
      Name.extend({
        payments: z.int(),
        taken: z.number(),
        /** Null of an open day while a hand-over of somebody else waits to be counted, as in `/api/cash/`. */
        cash: z.number().nullable(),
        handed_over: z.number(),
        /** In hand at the end of the day; null as the cash. */
        in_hand: z.number().nullable(),
      }),
    ),
    hand_overs: z.array(
      z.object({
        id: Id,
        number: z.int(),
        holder_name: z.string(),
        counted: z.number(),
        difference: z.number(),
        reason: z.string().nullable(),
      }),
    ),
    till: z.object({
      opening: z.number(),
      entries: z.array(z.object({ kind: z.enum(tillKinds), entries: z.int(), amount: z.number() })),
      received: z.number(),
      paid_out: z.number(),
      expected: z.number(),
      counted: z.number().nullable(),
      counted_notes: NotesCounted.nullable(),
      difference: z.number().nullable(),
    }),
    note: z.string(),
  })
  .meta({ id: 'DayReport' })
export type DayReport = z.output<typeof DayReport>

const Closing = z.object({
  closed_at: Time,
  closed_by: Name,
  /** Nobody else in the shop could sign: one signature is enough. */
  needs_signature: z.boolean(),
  signed_at: Time.nullable(),
  signed_by: Name.nullable(),
  /** SHA-256 over the seal of the day closed before and this report, as text. */
  seal: z.string(),
  previous_seal: z.string(),
  version: Version,
})

export const ShopDay = z
  .object({
    report: DayReport,
    /** Null while the day is open. */
    closing: Closing.nullable(),
    /** Why it cannot be closed now; null where it can. */
    blocked: Said.nullable(),
    /** The days before and after it, as far as there are any to look at. */
    previous_day: Day.nullable(),
    next_day: Day.nullable(),
    /** Of today: orders that are out for delivery now, of which money may still come. */
    orders_out: z.int(),
  })
  .meta({ id: 'ShopDay' })
export type ShopDay = z.output<typeof ShopDay>

/** Negative where more was paid back than came in. */
const CountedSum = z
  .number({ error: 'This must be a number' })
  .min(-mostRupees, 'This is too much')
  .max(mostRupees, 'This is too much')
  .refine(twoPlaces, 'At most two decimal places')

const byDay = { params: z.strictObject({ day: Day }) }

const ClosedDay = z
  .object({
    id: Id,
    day: Day,
    closed_at: Time,
    closed_by_name: z.string(),
    needs_signature: z.boolean(),
    signed_at: Time.nullable(),
    signed_by_name: z.string().nullable(),
    received: z.number(),
    till: z.number(),
    /** Of the till and all methods. */
    difference: z.number(),
    seal: z.string(),
  })
  .meta({ id: 'ClosedDay' })
export type ClosedDay = z.output<typeof ClosedDay>

export const listDays = {
  method: 'GET',
  url: '/api/days/',
  config: {
    access: 'admin',
    summary: 'List the closed days, newest first; query searches day, note and who closed or signed it.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(ClosedDay) },
  },
} as const satisfies Endpoint

export const getDay = {
  method: 'GET',
  url: '/api/days/:day/',
  config: {
    access: 'admin',
    work: 'report',
    summary:
      'The money of a day: payments by method and person, hand-overs, the till. What a closed day answers is what was sealed.',
  },
  schema: { ...byDay, response: { 200: ShopDay } },
} as const satisfies Endpoint

export const getDayFile = {
  method: 'GET',
  url: '/api/days/:day/report/',
  config: { access: 'admin', work: 'report', summary: 'The report of a day as a PDF or CSV file.' },
  schema: {
    ...byDay,
    querystring: z.strictObject({ format: z.enum(['pdf', 'csv']) }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint

export const closeDay = {
  method: 'POST',
  url: '/api/days/:day/close/',
  config: {
    access: 'admin',
    work: 'report',
    secondPerson: true,
    summary:
      'Close a day with the counted till and the counted sum of each other method; days are closed in sequence, and the first one closes all before it. Then nothing can be dated into it.',
  },
  schema: {
    ...byDay,
    body: z.strictObject({
      till: z.strictObject(countedCash),
      /** One for each method but cash and accounts of which there are payments. */
      counted: z
        .array(z.strictObject({ method: z.string().min(1).max(40), amount: CountedSum }))
        .max(50)
        .refine((counts) => new Set(counts.map(({ method }) => method)).size === counts.length, {
          error: 'A method is named twice',
        })
        .default([]),
      /** Needed where anything differs. */
      note: optionalText(1000).default(''),
    }),
    response: { 200: ShopDay },
  },
} as const satisfies Endpoint

export const signDay = {
  method: 'POST',
  url: '/api/days/:day/sign/',
  config: {
    access: 'admin',
    summary: 'Sign a closed day as the second super admin; never the one who closed it.',
  },
  schema: { ...byDay, response: { 200: ShopDay } },
} as const satisfies Endpoint
