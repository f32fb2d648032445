import { z } from 'zod'
import { Said, Time } from '../values.ts'

/** As IPP names them, and `unreachable` for a printer that did not answer when it was last asked. */
export const printerStates = ['idle', 'processing', 'stopped', 'unreachable'] as const

/** What is in a printer: toner, ink, paper. */
export const PrinterSupply = z.object({
  name: z.string(),
  /** `toner`, `ink`, … as IPP's marker-types. */
  kind: z.string(),
  /** Percent; null where the printer does not know. */
  level: z.int().min(0).max(100).nullable(),
  /** As #rrggbb, where the printer names a colour. */
  color: z.string().nullable(),
})
export type PrinterSupply = z.output<typeof PrinterSupply>

/** What a printer said about itself when it was last asked. */
export const PrinterStatus = z
  .object({
    state: z.enum(printerStates),
    /** Keywords of IPP without their severity, as `media-empty`. */
    reasons: z.array(z.string()),
    /** What they mean, in a sentence for people; empty where there is nothing to do. */
    message: Said,
    accepts_jobs: z.boolean(),
    make_and_model: z.string().nullable(),
    color: z.boolean(),
    duplex: z.boolean(),
    /** Of A4, A3 and Letter those that it takes. */
    paper_sizes: z.array(z.string()),
    /** Paper that is loaded, as IPP names it (`iso_a4_210x297mm`); empty where the printer does not say. */
    media_ready: z.array(z.string()),
    finishings: z.array(z.string()),
    document_formats: z.array(z.string()),
    /** Copies of a document that it prints in one job, 1 where it does not say; left out before it was asked for it. */
    most_copies: z.int().min(1).optional(),
    pages_per_minute: z.int().nullable(),
    queued_jobs: z.int().nullable(),
    supplies: z.array(PrinterSupply),
    /** All sides that it ever printed; null where it does not count. */
    impressions_completed: z.int().nullable(),
    at: Time,
  })
  .meta({ id: 'PrinterStatus' })
export type PrinterStatus = z.output<typeof PrinterStatus>
