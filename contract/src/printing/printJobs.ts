import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { OpenPromise } from '../orders/promiseFields.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { colorChoices, paperSizes } from '../shop/configurations.ts'
import { byId, Day, Flag, Id, Ids, Said, Time, text, Version } from '../values.ts'
import { printJobStates } from './printJobStates.ts'
import { SheetDocument } from './sheets.ts'

export const mostPrintedOrders = 100
export const mostCopies = 1000

export const PrintJob = z
  .object({
    id: Id,
    /** People say it; a printer shows it. */
    number: z.int(),
    order: Id,
    order_data: z.object({ id: Id, number: z.int(), title: z.string(), ...OpenPromise }),
    /** The file of the order; null: all files as one bundle. */
    file: Id.nullable(),
    /** The file's name. */
    document: z.string(),
    /** Null: printed by hand. */
    printer: Id.nullable(),
    printer_data: z.object({ id: Id, name: z.string() }).nullable(),
    state: z.enum(printJobStates),
    /** Why it waits, is stopped or failed: keywords of IPP. */
    reasons: z.array(z.string()),
    /** The same as a sentence for people. */
    message: Said.nullable(),
    /** It is being cancelled, or moved to another printer, at the printer that has it. */
    is_cancelling: z.boolean(),
    copies: z.int(),
    duplex: z.boolean(),
    color: z.enum(colorChoices),
    paper_size: z.enum(paperSizes),
    cover: z.boolean(),
    /** Printed sides of the whole document, how many of them in colour, and the first one that this job prints. */
    impressions: z.int(),
    color_impressions: z.int(),
    first_impression: z.int(),
    /** Sides that this job prints: all copies. */
    impressions_total: z.int(),
    impressions_done: z.int(),
    /** Sheets that it used, its cover included. */
    sheets_done: z.int(),
    impressions_wasted: z.int(),
    /** The job that this one goes on with or replaces in part, and why. */
    reprint_of: Id.nullable(),
    reprint_reason: z.string().nullable(),
    /** Made when its order was taken in, by no person. */
    is_automatic: z.boolean(),
    /** Of those that wait for a printer the highest one goes first, then the oldest. */
    priority: z.int(),
    created_by: Id,
    created_by_name: z.string(),
    created_at: Time,
    sent_at: Time.nullable(),
    finished_at: Time.nullable(),
    version: Version,
  })
  .meta({ id: 'PrintJob' })
export type PrintJob = z.output<typeof PrintJob>

export const printJobOrderings = ['number', 'created_at'] as const

export const listPrintJobs = {
  method: 'GET',
  url: '/api/print-jobs/',
  config: {
    access: 'admin',
    summary: 'List print jobs, newest first; query is the number of an order or of a job.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(printJobOrderings),
      order: Id.optional(),
      printer: Id.optional(),
      state: z.enum(printJobStates).optional(),
      /** true: those that are not finished; false: those that are. */
      open: Flag.optional(),
      /** Days on which they were made, inclusive. */
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(PrintJob) },
  },
} as const satisfies Endpoint

export const getPrintJob = {
  method: 'GET',
  url: '/api/print-jobs/:id/',
  config: { access: 'admin', summary: 'One print job.' },
  schema: { ...byId, response: { 200: PrintJob } },
} as const satisfies Endpoint

const OrderIds = Ids.pipe(z.array(Id).min(1).max(mostPrintedOrders, `At most ${mostPrintedOrders} orders`))

/** A printer for an order: when it would begin, or why it does not fit. */
export const PrinterChoice = z
  .object({
    id: Id,
    name: z.string(),
    /** Why it cannot print the order, or cannot now; null where it can. */
    why_not: Said.nullable(),
    /** It could print the order once it works again. */
    is_able: z.boolean(),
    /** Sides that wait for it, and the minutes that they take. */
    open_impressions: z.int(),
    minutes: z.int(),
  })
  .meta({ id: 'PrinterChoice' })
export type PrinterChoice = z.output<typeof PrinterChoice>

export const PrintProposal = z
  .object({
    order: Id,
    number: z.int(),
    title: z.string(),
    /** Why it cannot be printed; null where it can. */
    refusal: z.object({ code: z.string(), message: Said }).nullable(),
    copies: z.int(),
    color: z.enum(colorChoices),
    paper_size: z.enum(paperSizes),
    /** All copies: what the order needs, what is good, what was wasted, and what open jobs will print. */
    impressions: z.int(),
    impressions_good: z.int(),
    impressions_wasted: z.int(),
    impressions_open: z.int(),
    documents: z.array(SheetDocument),
    /** The proposed printer; null where none fits. */
    printer: Id.nullable(),
    /** All printers, the best first. */
    printers: z.array(PrinterChoice),
  })
  .meta({ id: 'PrintProposal' })
export type PrintProposal = z.output<typeof PrintProposal>

export const proposePrintJobs = {
  method: 'GET',
  url: '/api/print-jobs/proposal/',
  config: {
    access: 'admin',
    summary: `What 1 to ${mostPrintedOrders} orders print, and which printer fits each of them best.`,
  },
  schema: {
    querystring: z.strictObject({ order: OrderIds }),
    response: { 200: z.array(PrintProposal) },
  },
} as const satisfies Endpoint

const Copies = z
  .int('This must be a whole number')
  .min(1, 'At least 1')
  .max(mostCopies, `At most ${mostCopies.toLocaleString('en')}`)
const Reason = text(200)

export const PrintResult = z
  .object({
    order: Id,
    number: z.int().nullable(),
    ok: z.boolean(),
    /** Why nothing is printed: `not_found`, `cancelled`, `printed`, `partly_printed`, `too_many_copies`, `no_printer`, `unfit_printer`. */
    code: z.string().nullable(),
    message: Said.nullable(),
    jobs: z.array(PrintJob),
  })
  .meta({ id: 'PrintResult' })
export type PrintResult = z.output<typeof PrintResult>

export const createPrintJobs = {
  method: 'POST',
  url: '/api/print-jobs/',
  config: {
    access: 'admin',
    work: 'bulk',
    opensTransactions: true,
    summary:
      'Print orders: one job for each document of each order, with a result for each order. What is printed or in the queue already is left out, unless `again` says why.',
  },
  schema: {
    body: z.strictObject({
      orders: z
        .array(Id)
        .min(1, 'Choose at least one order')
        .max(mostPrintedOrders, `At most ${mostPrintedOrders} orders at once`),
      /** By default the one that is proposed for each order. */
      printer: Id.nullable().optional(),
      /** Printed on a machine that the shop does not know: counted, not sent. */
      by_hand: z.boolean().default(false),
      /** A job ticket in front of each document; by default as the configuration says. */
      cover: z.boolean().optional(),
      /** Wait until somebody releases them. */
      hold: z.boolean().default(false),
      /** By default those of the order. */
      copies: Copies.optional(),
      /** Of one order, only these files. */
      files: z.array(Id).min(1).max(20).optional(),
      /** Prints what is printed already: why. */
      again: Reason.optional(),
    }),
    response: {
      201: z.object({
        results: z.array(PrintResult),
        /** The bulk job whose undo cancels those that have not begun; null if nothing waits for a printer. */
        bulk_job: Id.nullable(),
      }),
    },
  },
} as const satisfies Endpoint

export const cancelPrintJob = {
  method: 'POST',
  url: '/api/print-jobs/:id/cancel/',
  config: {
    access: 'admin',
    summary:
      'Cancel a job: at once while it waits, else its printer is told. `give_up` ends it without the printer’s answer, with what was last seen.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ give_up: z.boolean().default(false) }),
    response: { 200: PrintJob },
  },
} as const satisfies Endpoint

export const holdPrintJob = {
  method: 'POST',
  url: '/api/print-jobs/:id/hold/',
  config: {
    access: 'admin',
    summary: 'Let a job wait until somebody releases it. 409 once its printer has it.',
  },
  schema: { ...byId, response: { 200: PrintJob } },
} as const satisfies Endpoint

export const releasePrintJob = {
  method: 'POST',
  url: '/api/print-jobs/:id/release/',
  config: { access: 'admin', summary: 'Print a job that is held.' },
  schema: { ...byId, response: { 200: PrintJob } },
} as const satisfies Endpoint

export const retryPrintJob = {
  method: 'POST',
  url: '/api/print-jobs/:id/retry/',
  config: {
    access: 'admin',
    summary: 'Try a waiting job again now. Of an ended one, print what is missing: this makes a new job.',
  },
  schema: { ...byId, response: { 200: PrintJob } },
} as const satisfies Endpoint

export const movePrintJob = {
  method: 'POST',
  url: '/api/print-jobs/:id/move/',
  config: {
    access: 'admin',
    summary:
      'Print a job on another printer. What is printed already stays: the rest becomes a new job once the first printer has stopped.',
  },
  schema: { ...byId, body: z.strictObject({ printer: Id }), response: { 200: PrintJob } },
} as const satisfies Endpoint

export const reprintPrintJob = {
  method: 'POST',
  url: '/api/print-jobs/:id/reprint/',
  config: {
    access: 'admin',
    summary:
      'Print the document of a finished job again from a side on. The sides that this replaces count as waste of the job.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      from_impression: z.int('This must be a whole number').min(1, 'At least 1').default(1),
      copies: Copies.default(1),
      reason: Reason,
      /** By default the job's own. */
      printer: Id.optional(),
    }),
    response: { 201: PrintJob },
  },
} as const satisfies Endpoint
