import type { PrinterChoice } from '@our-print/contract/printing/printJobs.ts'
import type { SheetDocument } from '@our-print/contract/printing/sheets.ts'
import { inParts, type LoadedPrinter, mostParts, rankPrinters } from './choosePrinter.ts'
import type { DocumentSides, PrintedOrder } from './createJobs.queries.ts'
import { exceeds } from './impressions.ts'

export type Refusal = { code: string; message: string }

/** A document to print now. `again` is the job that it replaces. */
export interface PlannedDocument {
  document: SheetDocument
  copies: number
  /** The first side: another one than 1 only for the rest of a copy that is printed by hand. */
  first_impression: number
  again: string | null
}

export interface PrintPlan {
  refusal: Refusal | null
  documents: PlannedDocument[]
}

type Wanted = {
  copies?: number | undefined
  files?: string[] | undefined
  again?: string | undefined
  by_hand?: boolean
}

/**
 * What is printed of an order now: of each document the copies that are neither printed nor in the queue; by hand also what is
 * missing of a copy that a printer has begun.
 */
export function planDocuments(
  order: PrintedOrder,
  documents: readonly SheetDocument[],
  printed: readonly DocumentSides[],
  { copies, files, again, by_hand = false }: Wanted = {},
): PrintPlan {
  const refuse = (code: string, message: string): PrintPlan => ({ refusal: { code, message }, documents: [] })
  if (order.status === 'cancelled') return refuse('cancelled', 'The order is cancelled.')
  const wanted = files ? documents.filter(({ file }) => file !== null && files.includes(file)) : documents
  if (wanted.length === 0 || files?.some((id) => !wanted.some(({ file }) => file === id)))
    return refuse('no_files', 'The order has no such file.')
  if (copies !== undefined && copies > order.copies) {
    return refuse(
      'too_many_copies',
      `The order has ${order.copies} ${order.copies === 1 ? 'copy' : 'copies'}.`,
    )
  }
  let cut: string | undefined
  let isOpen = false
  const planned = wanted.flatMap((document): PlannedDocument[] => {
    const before = printed.find(({ file }) => file === document.file)
    if (again !== undefined) {
      const count = copies ?? order.copies
      if (exceeds(order.copies * document.impressions, count * document.impressions, before?.open ?? 0)) {
        isOpen = true
        return []
      }
      return [{ document, copies: count, first_impression: 1, again: before?.newest ?? null }]
    }
    const missing = order.copies * document.impressions - (before?.sides ?? 0)
    if (missing <= 0) return []
    const [whole, part] = [Math.floor(missing / document.impressions), missing % document.impressions]
    const count = Math.min(copies ?? whole, whole)
    const wholeCopies = count > 0 ? [{ document, copies: count, first_impression: 1, again: null }] : []
    if (part === 0) return wholeCopies
    if (!by_hand || copies !== undefined) {
      cut = document.name
      return wholeCopies
    }
    return [
      ...wholeCopies,
      { document, copies: 1, first_impression: document.impressions - part + 1, again: null },
    ]
  })
  if (planned.length > 0) return { refusal: null, documents: planned }
  if (isOpen) return refuse('printed', 'It is in the queue already. Wait for its job, or cancel it first.')
  return cut === undefined
    ? refuse('printed', 'It is printed or in the queue already.')
    : refuse('partly_printed', `${cut} is printed in part. Print the rest from its job on the order’s page.`)
}

/** What printers must be able to do for an order. */
export const needsOf = (
  order: Pick<PrintedOrder, 'color' | 'paper_size'>,
  documents: readonly SheetDocument[],
  planned: readonly PlannedDocument[] = [],
) => ({
  color: order.color !== 'bw' && documents.some(({ color_impressions }) => color_impressions > 0),
  duplex: documents.some(({ duplex }) => duplex),
  paper_size: order.paper_size,
  copies: Math.max(1, ...planned.map(({ copies }) => copies)),
  parts: mostParts,
})

/**
 * Chooses a printer for one order after the other. What is given to a printer counts as its work for the next order, so
 * that many orders are shared out.
 */
export function createChooser(printers: readonly LoadedPrinter[]) {
  const loaded = printers.map((printer) => ({ ...printer }))
  return {
    rank: (
      order: PrintedOrder,
      documents: readonly SheetDocument[],
      planned: readonly PlannedDocument[],
    ): PrinterChoice[] => rankPrinters(needsOf(order, documents, planned), loaded),
    /** What is planned as jobs that this printer can print. */
    split(id: string, planned: readonly PlannedDocument[]): PlannedDocument[] {
      const printer = loaded.find((each) => each.id === id)
      if (!printer) return [...planned]
      return planned.flatMap((each) => inParts(each.copies, printer).map((copies) => ({ ...each, copies })))
    },
    give(id: string, impressions: number): void {
      const printer = loaded.find((each) => each.id === id)
      if (printer) printer.open_impressions += impressions
    },
  }
}
