import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, required, Time, text } from '../values.ts'

/** What a printer's own counter said, compared with its print jobs at the same moment. */
export const PrinterReading = z
  .object({
    id: Id,
    printer: Id,
    printer_name: z.string(),
    at: Time,
    day: Day,
    impressions: z.int(),
    /** Since the reading before; null for the first, and where the counter went back. */
    since_printer: z.int().nullable(),
    since_jobs: z.int().nullable(),
    gap: z.int().nullable(),
    explanation: z.string(),
    /** The reading that this one corrects; that one counts and is listed no more. */
    replaces: Id.nullable(),
    /** Null: the server asked the printer. */
    by: z.string().nullable(),
  })
  .meta({ id: 'PrinterReading' })
export type PrinterReading = z.output<typeof PrinterReading>

export const listReadings = {
  method: 'GET',
  url: '/api/printer-readings/',
  config: {
    access: 'admin',
    summary: 'Readings of the printers’ counters, newest first; query searches printer and explanation.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      printer: Id.optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(PrinterReading) },
  },
} as const satisfies Endpoint

export const getReading = {
  method: 'GET',
  url: '/api/printer-readings/:id/',
  config: { access: 'admin', summary: 'One reading of a printer’s counter.' },
  schema: { ...byId, response: { 200: PrinterReading } },
} as const satisfies Endpoint

/** What a display can show: printers themselves count in 32 bits. */
const Impressions = z
  .int({ error: (issue) => (issue.input === undefined ? required : 'This must be a whole number') })
  .min(0, 'At least 0')
  .max(2_147_483_647, 'No printer counts that far')

const Confirmed = z.boolean().default(false).meta({
  description:
    'A reading that goes back, or far beyond what jobs printed, is answered 422 `implausible` until it is sent with this.',
})

export const createReading = {
  method: 'POST',
  url: '/api/printer-readings/',
  config: {
    access: 'admin',
    summary: 'Enter what a printer’s counter says now. Printers that say it themselves are read once a day.',
  },
  schema: {
    body: z.strictObject({ printer: Id, impressions: Impressions, is_confirmed: Confirmed }),
    response: { 201: PrinterReading },
  },
} as const satisfies Endpoint

export const correctReading = {
  method: 'POST',
  url: '/api/printer-readings/:id/correction/',
  config: {
    access: 'admin',
    summary: 'Correct a mistyped reading: a new one of the same moment replaces it in all figures.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ impressions: Impressions, is_confirmed: Confirmed }),
    response: { 201: PrinterReading },
  },
} as const satisfies Endpoint

export const explainReading = {
  method: 'POST',
  url: '/api/printer-readings/:id/explanation/',
  config: {
    access: 'admin',
    summary:
      'Say why counter and jobs differ: this reading and the earlier ones of the printer are no task any more.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ explanation: text(200) }),
    response: { 201: PrinterReading },
  },
} as const satisfies Endpoint
