import { finalPrintJobStates, type PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../src/base/database/db.ts'
import { buildOrder, buildStaff } from './build.ts'

// Builders of printers, print jobs and stock, written to the database directly as those in build.ts.

let made = 0

type PrinterFields = Partial<{
  name: string
  uri: string
  is_active: boolean
  prints_color: boolean
  prints_duplex: boolean
  paper_sizes: string[]
  click_bw: number
  click_color: number
  status: object
}>

/** A printer at an address where nothing answers; click prices in paise. */
export async function buildPrinter(db: Db, fields: PrinterFields = {}) {
  const { status, ...rest } = fields
  const printer = { name: `Printer ${made++}`, uri: 'ipp://127.0.0.1:9/ipp/print', is_active: true, ...rest }
  const told = status && { status: db.json(status as never), seen_at: new Date().toISOString() }
  const row = { ...printer, ...told }
  const [{ id }] = await db<[{ id: string }]>`insert into printers ${db(row)} returning id`
  return { ...printer, id }
}

type JobFields = Partial<{
  order: string
  /** A file of the order; by default all of them as a bundle. */
  file: string
  printer: string | null
  state: PrintJobState
  copies: number
  duplex: boolean
  color: 'bw' | 'color' | 'mixed'
  paper_size: string
  cover: boolean
  impressions: number
  color_impressions: number
  impressions_done: number
  sheets_done: number
  impressions_wasted: number
  first_impression: number
  message: string
  reasons: string[]
  created_by: string
  finished_at: string
}>

/** A job for all files of an order; done, with all its sides printed, unless the fields say otherwise. */
export async function buildPrintJob(db: Db, fields: JobFields = {}) {
  const { order, file, printer, created_by, finished_at, ...given } = fields
  const state = fields.state ?? 'done'
  const isFinal = (finalPrintJobStates as readonly string[]).includes(state)
  const row = {
    state,
    copies: 1,
    duplex: false,
    color: 'bw',
    paper_size: 'A4',
    impressions: 3,
    impressions_done: state === 'done' ? (fields.impressions ?? 3) * (fields.copies ?? 1) : 0,
    ...given,
    order_id: order ?? (await buildOrder(db)).id,
    file_id: file ?? null,
    printer_id: printer ?? null,
    created_by: created_by ?? (await buildStaff(db)).id,
    finished_at: isFinal ? (finished_at ?? new Date().toISOString()) : null,
  }
  const [job] = await db<[{ id: string; number: number }]>`
    insert into print_jobs ${db(row)} returning id, number`
  return { ...job, order: row.order_id }
}

/** Ends a job that was built before, with what it has printed. */
export const finishJob = (db: Db, id: string, impressions_done: number, state: PrintJobState = 'done') => db`
  update print_jobs set version = version + 1, state = ${state}, impressions_done = ${impressions_done}, finished_at = now()
    where id = ${id}`

type StockFields = Partial<{
  kind: 'paper' | 'toner'
  name: string
  paper_size: string | null
  printer_id: string | null
  color_only: boolean
  is_default: boolean
  pack_size: number
  low_at: number
}>

/** Paper of size A4 unless the fields say otherwise, without entries. */
export async function buildStockItem(db: Db, fields: StockFields = {}) {
  const kind = fields.kind ?? 'paper'
  const item = {
    kind,
    name: `Stock ${made++}`,
    paper_size: kind === 'paper' ? 'A4' : null,
    pack_size: 500,
    low_at: 100,
    ...fields,
  }
  const [row] = await db<[{ id: string; version: number }]>`
    insert into stock_items ${db(item)} returning id, version`
  return { ...item, ...row }
}
