import { finalPrintJobStates, type PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../src/database/db.ts'

// Printers and print jobs in any state, written to the database as if they had printed.

let made = 0

type PrinterFields = Partial<{ name: string; is_active: boolean; prints_color: boolean; status: object }>

export async function addPrinter(db: Db, fields: PrinterFields = {}) {
  const { status, ...rest } = fields
  const printer = { name: `Printer ${made++}`, uri: 'ipp://printer.test/ipp/print', is_active: true, ...rest }
  const row = { ...printer, ...(status && { status: db.json(status as never) }) }
  const [{ id }] = await db<[{ id: string }]>`insert into printers ${db(row)} returning id`
  return { ...printer, id }
}

type PrintJobFields = {
  order_id: string
  created_by: string
  printer_id?: string | null
  state?: PrintJobState
  impressions?: number
  impressions_done?: number
  impressions_wasted?: number
  message?: string
}

/** A job for all files of an order; done, with all its sides printed, unless the fields say otherwise. */
export async function addPrintJob(db: Db, { order_id, created_by, ...fields }: PrintJobFields) {
  const state = fields.state ?? 'done'
  const impressions = fields.impressions ?? 3
  const isFinished = (finalPrintJobStates as readonly string[]).includes(state)
  const [job] = await db<[{ id: string; number: number }]>`
    insert into print_jobs (order_id, printer_id, state, message, copies, duplex, color, paper_size, impressions,
      impressions_done, impressions_wasted, created_by, finished_at)
    values (${order_id}, ${fields.printer_id ?? null}, ${state}, ${fields.message ?? null}, 1, false, 'bw', 'A4',
      ${impressions}, ${fields.impressions_done ?? (state === 'done' ? impressions : 0)},
      ${fields.impressions_wasted ?? 0}, ${created_by}, ${isFinished ? db`now()` : null})
    returning id, number`
  return { ...job, order_id, state }
}
