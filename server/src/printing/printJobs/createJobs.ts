import type {
  createPrintJobs,
  PrinterChoice,
  PrintProposal,
  PrintResult,
} from '@our-print/contract/printing/printJobs.ts'
import type { SheetDocument } from '@our-print/contract/printing/sheets.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { Problem } from '../../base/http/problem.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import type { PreflightDependencies } from '../preflight/preflightFile.ts'
import { listDocuments } from '../sheets/documents.ts'
import * as creation from './createJobs.queries.ts'
import { totalOf } from './impressions.ts'
import { createChooser, type PlannedDocument, planDocuments, type Refusal } from './planPrinting.ts'
import * as printJobs from './printJobs.queries.ts'
import { addReprint } from './reprints.ts'

/** What an order prints, or why that cannot be said. */
export type Documents = Map<string, { documents: SheetDocument[]; refusal: Refusal | null; version?: number }>
export type Choice = z.output<typeof createPrintJobs.schema.body>

/** What orders print. One whose files cannot be read does not keep the others from being printed. */
async function readDocuments(
  dependencies: PreflightDependencies,
  orders: readonly { id: string; version: number }[],
): Promise<Documents> {
  const documents: Documents = new Map()
  for (const { id, version } of orders) {
    try {
      documents.set(id, { documents: await listDocuments(dependencies, id), refusal: null, version })
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      const { code, message } = error
      documents.set(id, { documents: [], refusal: { code, message } })
    }
  }
  return documents
}

/** Reads what orders print, outside of a transaction: their files may have to be read for it. */
export const readOrders = async (dependencies: PreflightDependencies, ids: string[]): Promise<Documents> =>
  readDocuments(dependencies, await creation.findOrders(dependencies.pool, ids))

const nothing = { documents: [], refusal: null, version: undefined }
const changedMeanwhile = { code: 'stale', message: 'The order was changed meanwhile. Try again.' }

/** What each of some orders would print, and where. */
export async function propose(dependencies: PreflightDependencies, ids: string[]): Promise<PrintProposal[]> {
  const { pool: db } = dependencies
  const orders = await creation.findOrders(db, ids)
  const documents = await readDocuments(dependencies, orders)
  const [printing, sides, printers] = await Promise.all([
    printJobs.findPrinting(db, ids),
    creation.findSides(db, ids),
    creation.findPrinters(db),
  ])
  const chooser = createChooser(printers)
  return orders.map((order) => {
    const { documents: own, refusal: unread } = documents.get(order.id) ?? nothing
    const { refusal, documents: planned } = planDocuments(order, own, sidesOf(sides, order.id))
    const ranked = chooser.rank(order, own, planned)
    const best = ranked.find(({ why_not }) => why_not === null)
    if (best) chooser.give(best.id, sidesTo(planned))
    const { number, title, copies, color, paper_size } = order
    const counted = printing.find((each) => each.order === order.id)
    return {
      impressions: counted?.impressions ?? 0,
      impressions_good: counted?.impressions_good ?? 0,
      impressions_wasted: counted?.impressions_wasted ?? 0,
      impressions_open: counted?.impressions_open ?? 0,
      order: order.id,
      number,
      title,
      copies,
      color,
      paper_size,
      refusal: unread ?? refusal,
      documents: own,
      printer: best?.id ?? null,
      printers: ranked,
    }
  })
}

const sidesOf = (sides: readonly creation.DocumentSides[], order: string) =>
  sides.filter((each) => each.order === order)

const sidesTo = (planned: readonly PlannedDocument[]) =>
  planned.reduce((sum, { document, copies }) => sum + copies * document.impressions, 0)

/** Adds the jobs of some orders, with a result for each. The documents were read before this transaction. */
export async function createJobs(
  db: Db,
  choice: Choice,
  documents: Documents,
  created_by: string,
  { is_automatic = false } = {},
): Promise<PrintResult[]> {
  const cover = choice.cover ?? (await configurations.get(db)).job_tickets
  const making = { choice: { ...choice, cover }, created_by, is_automatic }
  const ids = [...new Set(choice.orders)]
  const orders = await creation.lockOrders(db, ids)
  const sides = await creation.findSides(db, ids)
  const chooser = createChooser(choice.by_hand ? [] : await creation.findPrinters(db))
  const results: PrintResult[] = []
  for (const id of ids) {
    const order = orders.find((each) => each.id === id)
    if (!order) {
      results.push(refused(id, null, { code: 'not_found', message: 'There is no such order.' }))
      continue
    }
    const { documents: own, refusal: unread, version } = documents.get(id) ?? nothing
    // Its files were read before it was locked.
    if (version !== undefined && version !== order.version) {
      results.push(refused(id, order.number, changedMeanwhile))
      continue
    }
    const { refusal, documents: planned } = planDocuments(order, own, sidesOf(sides, id), choice)
    const chosen = choice.by_hand ? null : choosePrinter(chooser.rank(order, own, planned), choice.printer)
    const why = unread ?? refusal ?? (chosen && 'code' in chosen ? chosen : null)
    if (why) {
      results.push(refused(id, order.number, why))
      continue
    }
    const printer = chosen && 'id' in chosen ? chosen : null
    const made = []
    for (const document of printer ? chooser.split(printer.id, planned) : planned) {
      made.push(await addJob(db, { ...making, order, printer: printer?.id ?? null }, document))
    }
    if (printer) chooser.give(printer.id, sidesTo(planned))
    const jobs = await printJobs.getAll(db, made)
    results.push({ order: id, number: order.number, ok: true, code: null, message: null, jobs })
  }
  return results
}

const refused = (order: string, number: number | null, { code, message }: Refusal): PrintResult => ({
  order,
  number,
  ok: false,
  code,
  message,
  jobs: [],
})

function choosePrinter(ranked: PrinterChoice[], wanted: string | null | undefined): PrinterChoice | Refusal {
  if (!wanted) return ranked.find(({ why_not }) => why_not === null) ?? noPrinter(ranked)
  const printer = ranked.find(({ id }) => id === wanted)
  if (!printer) return { code: 'unfit_printer', message: 'There is no such printer in use.' }
  // One that cannot print now keeps the job until it can.
  if (printer.is_able) return printer
  return { code: 'unfit_printer', message: `${printer.name}: ${printer.why_not}` }
}

function noPrinter(ranked: PrinterChoice[]): Refusal {
  const reasons = ranked.map(({ name, why_not }) => `${name}: ${why_not}`)
  return {
    code: 'no_printer',
    message: ['No printer can print it now.', ...reasons].join(' '),
  }
}

type Adding = {
  choice: Choice & { cover: boolean }
  order: creation.PrintedOrder
  printer: string | null
  created_by: string
  is_automatic: boolean
}

async function addJob(
  db: Db,
  { choice, order, printer, created_by, is_automatic }: Adding,
  { document, copies, first_impression, again }: PlannedDocument,
): Promise<string> {
  const { impressions, color_impressions, duplex, binding_edge, file } = document
  const extent = { copies, duplex, binding_edge, impressions, first_impression }
  if (again !== null && choice.again !== undefined) {
    const { again: reason, hold, cover } = choice
    return addReprint(db, again, extent, { reason, printer, created_by, hold, cover })
  }
  const total = totalOf(extent)
  return creation.insert(db, {
    ...extent,
    order_id: order.id,
    file_id: file,
    printer_id: printer,
    state: choice.by_hand ? 'done' : choice.hold ? 'held' : 'queued',
    color: order.color,
    paper_size: order.paper_size,
    cover: choice.cover && !choice.by_hand,
    color_impressions,
    impressions_done: choice.by_hand ? total : 0,
    reprint_of: null,
    reprint_reason: null,
    created_by,
    is_automatic,
  })
}
