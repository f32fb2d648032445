import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { paperSizes } from '../shop/configurations.ts'
import {
  byId,
  Flag,
  Id,
  optionalText,
  wholeNumber as queryNumber,
  Rupees,
  required,
  Said,
  Time,
  text,
  Version,
} from '../values.ts'

export const stockKinds = ['paper', 'toner'] as const
export type StockKind = (typeof stockKinds)[number]

/** Days of use from which it is estimated how long the stock lasts. */
export const daysOfUse = 30

/** `low`: at or below its mark. `out`: nothing left, or jobs used more than was entered. */
export const stockLevels = ['enough', 'low', 'out'] as const
const Level = z.enum(stockLevels)

/** Paper, counted in sheets, or toner, counted in the impressions that it yields. */
export const StockItem = z
  .object({
    id: Id,
    kind: z.enum(stockKinds),
    name: z.string(),
    /** Of paper only. */
    paper_size: z.enum(paperSizes).nullable(),
    /** Grams per square metre, of paper only. */
    weight: z.int().nullable(),
    /** Jobs of its size use this paper. */
    is_default: z.boolean(),
    /** Of toner only: the printer that it is for. */
    printer: Id.nullable(),
    printer_data: z.object({ id: Id, name: z.string() }).nullable(),
    /** Toner that only impressions in colour use. */
    color_only: z.boolean(),
    pack_size: z.int().meta({ description: 'Sheets in a pack; impressions that one cartridge yields.' }),
    low_at: z.int().meta({ description: 'It is low at this amount and below.' }),
    amount: z.int().meta({
      description: 'Sheets or impressions; below zero where jobs used more than was entered: count it.',
    }),
    level: Level,
    unit_cost: z.number().nullable().meta({
      description: 'Rupees for one sheet or impression: the moving average of the deliveries.',
    }),
    used_recently: z.int().meta({ description: `What jobs used in the last ${daysOfUse} days.` }),
    days_left: z
      .int()
      .nullable()
      .meta({ description: 'By that use, since the first one; null where nothing was used.' }),
    is_active: z.boolean(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'StockItem' })
export type StockItem = z.output<typeof StockItem>

const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: (issue) => (issue.input === undefined ? required : 'This must be a whole number') })
    .min(min, `At least ${min}`)
    .max(max, `At most ${max}`)

const most = 1_000_000_000
/** Rupees: more than anything is worth, and more than the average cost of an item can be. */
export const mostOfOne = 10_000
const editable = {
  name: text(100),
  paper_size: z.enum(paperSizes).nullable(),
  weight: wholeNumber(1, 2000).nullable(),
  is_default: z.boolean(),
  printer: Id.nullable(),
  color_only: z.boolean(),
  pack_size: wholeNumber(1, 10_000_000),
  low_at: wholeNumber(0, most),
  is_active: z.boolean(),
}

/** What the stock can be sorted by. */
export const stockOrderings = ['created_at', 'name', 'amount'] as const

export const listStock = {
  method: 'GET',
  url: '/api/stock/',
  config: {
    access: 'admin',
    summary: 'List paper and toner, newest first; query searches name and printer.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(stockOrderings),
      kind: z.enum(stockKinds).optional(),
      is_active: Flag.optional(),
      is_low: Flag.optional(),
    }),
    response: { 200: page(StockItem) },
  },
} as const satisfies Endpoint

export const getStockItem = {
  method: 'GET',
  url: '/api/stock/:id/',
  config: { access: 'admin', summary: 'One stock item.' },
  schema: { ...byId, response: { 200: StockItem } },
} as const satisfies Endpoint

export const createStockItem = {
  method: 'POST',
  url: '/api/stock/',
  config: {
    access: 'admin',
    summary:
      'Create a stock item: paper of a size, or toner for a printer. The first paper of a size is its default.',
  },
  schema: {
    body: z.strictObject({
      kind: z.enum(stockKinds, { error: 'Choose paper or toner' }),
      ...editable,
      paper_size: editable.paper_size.default(null),
      weight: editable.weight.default(null),
      is_default: editable.is_default.default(false),
      printer: editable.printer.default(null),
      color_only: editable.color_only.default(false),
      is_active: editable.is_active.default(true),
    }),
    response: { 201: StockItem },
  },
} as const satisfies Endpoint

export const updateStockItem = {
  method: 'PATCH',
  url: '/api/stock/:id/',
  config: {
    access: 'admin',
    summary: 'Change a stock item. Its amount changes by entries only; its kind never.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...StockItem.shape, ...editable }).partial(),
    response: { 200: StockItem },
  },
} as const satisfies Endpoint

export const deleteStockItem = {
  method: 'DELETE',
  url: '/api/stock/:id/',
  config: {
    access: 'admin',
    summary: 'Delete a stock item without entries. 409 if it has some: deactivate it instead.',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const entryKinds = ['delivery', 'use', 'correction'] as const

/** A line of an item's ledger; never changed. */
export const StockEntry = z
  .object({
    id: Id,
    at: Time,
    kind: z.enum(entryKinds),
    quantity: z.int().meta({ description: 'Sheets or impressions, below zero where they were used.' }),
    /** Rupees for the whole delivery. */
    price: z.number().nullable(),
    /** Of the item after this entry. */
    balance: z.int(),
    unit_cost: z.number().nullable(),
    reason: z.string(),
    print_job: Id.nullable(),
    job_number: z.int().nullable(),
    order: Id.nullable(),
    order_number: z.int().nullable(),
    by: z.string().nullable(),
  })
  .meta({ id: 'StockEntry' })
export type StockEntry = z.output<typeof StockEntry>

export const listStockEntries = {
  method: 'GET',
  url: '/api/stock/:id/entries/',
  config: {
    access: 'admin',
    summary: 'The ledger of a stock item, newest first; query searches the reasons that people gave.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      by_hand: Flag.optional().meta({ description: 'Deliveries and corrections only, without uses.' }),
    }),
    response: { 200: page(StockEntry) },
  },
} as const satisfies Endpoint

export const createStockEntry = {
  method: 'POST',
  url: '/api/stock/:id/entries/',
  config: {
    access: 'admin',
    summary:
      'Enter a delivery with its price, or what a person counted: the difference becomes a correction with its reason.',
  },
  schema: {
    ...byId,
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('delivery'),
        /** Sheets or impressions. */
        quantity: wholeNumber(1, most),
        /** Of the whole delivery. */
        price: Rupees,
        reason: optionalText(200).default(''),
      }),
      z.strictObject({
        kind: z.literal('correction'),
        /** What is really there. */
        counted: wholeNumber(0, most),
        unit_cost: z
          .number('This must be a number')
          .min(0, 'This cannot be negative')
          .max(mostOfOne, 'This is too much')
          .optional()
          .meta({
            description:
              'Rupees that one sheet or impression costs, where a wrong price was entered. Finished jobs keep their costs.',
          }),
        reason: text(200),
      }),
    ]),
    response: { 201: StockEntry },
  },
} as const satisfies Endpoint

export const StockWarning = z
  .object({
    /** The stock item. */
    id: Id,
    kind: z.enum(stockKinds),
    name: z.string(),
    paper_size: z.enum(paperSizes).nullable(),
    printer: Id.nullable(),
    amount: z.int(),
    low_at: z.int(),
    level: Level,
    /** A sentence for people. */
    message: Said,
  })
  .meta({ id: 'StockWarning' })
export type StockWarning = z.output<typeof StockWarning>

export const getStockWarnings = {
  method: 'GET',
  url: '/api/stock-warnings/',
  config: {
    access: 'admin',
    summary:
      'Paper and toner that is low, or too little for a job of so many sheets, before it stops one; the emptiest first, at most 50.',
  },
  schema: {
    querystring: z.strictObject({
      paper_size: z.enum(paperSizes).optional().meta({ description: 'Only the paper that jobs of it use.' }),
      printer: Id.optional().meta({ description: 'Only the toner of this printer.' }),
      sheets: queryNumber(1, 100_000_000).optional().meta({ description: 'What a job needs.' }),
    }),
    response: { 200: z.object({ warnings: z.array(StockWarning) }).meta({ id: 'StockWarnings' }) },
  },
} as const satisfies Endpoint
