import { z } from 'zod'
import { DoneTimes, Happened } from '../doneTimes.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { Id, Said, Time, text } from '../values.ts'
import { OrderStatusValue } from './orders.ts'
import { shelfPlacePattern } from './scannedText.ts'

/** What a job ticket is scanned for: to open its order, to put it on a shelf, to hand it to the courier. */
export const scanPurposes = ['press', 'shelf', 'hand_over'] as const
export type ScanPurpose = (typeof scanPurposes)[number]

/** `repeated`: it was so already, as when one ticket is scanned twice. */
export const scanResults = ['accepted', 'repeated', 'refused'] as const
export type ScanResult = (typeof scanResults)[number]

export const scanRefusals = [
  'unknown_ticket',
  'wrong_order',
  'cancelled',
  'not_yours',
  'delivered',
  'already_out',
  'not_printed',
  'no_courier',
] as const
export type ScanRefusal = (typeof scanRefusals)[number]

export const ShelfPlace = z
  .string()
  .trim()
  .toUpperCase()
  .regex(shelfPlacePattern, 'A shelf place has up to 10 letters and digits, such as B3')

/** The order of a ticket, as the person who scanned it may see it. */
export const ScannedOrder = z
  .object({
    id: Id,
    number: z.int(),
    title: z.string(),
    status: OrderStatusValue,
    assigned_user_data: z.object({ id: Id, full_name: z.string() }).nullable(),
    shelf_place: z.string().nullable(),
    /** Printed sides that it needs, and those that are good. */
    impressions: z.int(),
    impressions_printed: z.int(),
  })
  .meta({ id: 'ScannedOrder' })
export type ScannedOrder = z.output<typeof ScannedOrder>

/** The answer to a scan. A refusal is an answer, too: each scan is kept. */
export const TicketScan = z
  .object({
    id: Id,
    at: Time,
    ...DoneTimes,
    purpose: z.enum(scanPurposes),
    result: z.enum(scanResults),
    /** Why it was refused. */
    reason: z.enum(scanRefusals).nullable(),
    /** What to tell the person, in one sentence. */
    message: Said,
    /** Null where there is no such order, and for a staff user where it is not theirs. */
    order: ScannedOrder.nullable(),
  })
  .meta({ id: 'TicketScan' })
export type TicketScan = z.output<typeof TicketScan>

export const createTicketScan = {
  method: 'POST',
  url: '/api/ticket-scans/',
  config: {
    access: 'signed-in',
    summary:
      'Scan a job ticket. `press` (with the ability `floor`) finds its order; `shelf` puts it at a shelf place; `hand_over` moves it out for delivery, with the courier who scans or, with `assign`, the one who is named. A refusal is answered 201 with its reason, because every scan is kept.',
  },
  schema: {
    body: z.strictObject({
      /** The text of the code, an order’s id, or its number typed by hand. */
      code: text(2000),
      purpose: z.enum(scanPurposes),
      /** With `shelf`: where it lies; null takes it from the shelf. */
      shelf_place: ShelfPlace.nullable().optional(),
      /** The order whose bundle is asked for: another one is refused. */
      expected_order: Id.optional(),
      /** With `hand_over`, for who assigns: the courier at the door. An order of another one is refused. */
      courier: Id.optional(),
      ...Happened,
    }),
    response: { 201: TicketScan },
  },
} as const satisfies Endpoint

/** A scan as it was kept. */
export const KeptScan = z
  .object({
    id: Id,
    at: Time,
    ...DoneTimes,
    by: Id,
    by_name: z.string(),
    purpose: z.enum(scanPurposes),
    result: z.enum(scanResults),
    reason: z.enum(scanRefusals).nullable(),
    order: Id.nullable(),
    order_number: z.int().nullable(),
    shelf_place: z.string().nullable(),
    code: z.string(),
  })
  .meta({ id: 'KeptScan' })
export type KeptScan = z.output<typeof KeptScan>

export const listTicketScans = {
  method: 'GET',
  url: '/api/ticket-scans/',
  config: {
    access: 'admin',
    summary: 'List the scans of job tickets, newest first; refused ones, too. query: the number of an order.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      order: Id.optional(),
    }),
    response: { 200: page(KeptScan) },
  },
} as const satisfies Endpoint
