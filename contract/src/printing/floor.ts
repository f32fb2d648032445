import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { OrderStatusValue } from '../orders/orders.ts'
import { bindings, colorChoices, paperSizes, sides } from '../shop/configurations.ts'
import { Id, Said, Time } from '../values.ts'
import { printerStates } from './printerStatus.ts'
import { printJobStates } from './printJobStates.ts'
import { layouts } from './sheetLayout.ts'

/** The job of an order that matters most on the floor: the one that needs help, that prints, or that comes next. */
export const FloorJob = z
  .object({
    id: Id,
    number: z.int(),
    /** The name of the file that it prints. */
    document: z.string(),
    state: z.enum(printJobStates),
    /** Why it is stopped or failed. */
    message: Said.nullable(),
    /** Printed sides of all its copies, and those that are done. */
    impressions: z.int(),
    impressions_done: z.int(),
    version: z.int(),
  })
  .meta({ id: 'FloorJob' })
export type FloorJob = z.output<typeof FloorJob>

/** An order that is not fully printed, or was printed a short time ago and lies on no shelf yet. */
export const FloorOrder = z
  .object({
    id: Id,
    number: z.int(),
    title: z.string(),
    status: OrderStatusValue,
    created_at: Time,
    promised_at: Time.nullable(),
    pickup: z.boolean(),
    is_ready: z.boolean(),
    pdf_page_count: z.int(),
    copies: z.int(),
    color: z.enum(colorChoices),
    color_pages: z.int().nullable(),
    sides: z.enum(sides),
    paper_size: z.enum(paperSizes),
    binding: z.enum(bindings),
    layout: z.enum(layouts),
    /** Of the sides of one copy those that stay blank. */
    blank_sides: z.int(),
    notes: z.string(),
    shelf_place: z.string().nullable(),
    /** Printed sides that it needs, and those that are good. */
    impressions: z.int(),
    impressions_printed: z.int(),
    is_printed: z.boolean(),
    /** Null: nothing of it was sent to a printer. */
    job: FloorJob.nullable(),
    /** Its unfinished jobs, and those of them that wait, held ones included. */
    open_jobs: z.int(),
    waiting_jobs: z.array(Id),
  })
  .meta({ id: 'FloorOrder' })
export type FloorOrder = z.output<typeof FloorOrder>

export const FloorColumn = z
  .object({
    /** Null: orders that no printer has yet. */
    printer: z
      .object({ id: Id, name: z.string(), state: z.enum(printerStates).nullable(), message: Said })
      .nullable(),
    orders: z.array(FloorOrder),
  })
  .meta({ id: 'FloorColumn' })
export type FloorColumn = z.output<typeof FloorColumn>

/** How many waiting orders the floor shows, and how many have a job with a printer. */
export const mostOnFloor = { waiting: 60, printing: 200, printed: 60 } as const

export const getFloor = {
  method: 'GET',
  url: '/api/floor/',
  config: {
    access: 'admin',
    summary:
      'What to print next: orders that are not fully printed, by printer; first those that no printer has yet. In each, what is late or soon late by its promised time comes first, then the oldest. Below them what was printed in the last two hours and lies on no shelf yet.',
  },
  schema: {
    response: {
      200: z.object({
        columns: z.array(FloorColumn),
        /** More orders wait than are listed. */
        has_more: z.boolean(),
      }),
    },
  },
} as const satisfies Endpoint
