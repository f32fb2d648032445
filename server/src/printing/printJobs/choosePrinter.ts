import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { PrinterChoice } from '@our-print/contract/printing/printJobs.ts'
import { type PaperSize, sizesOf } from '../ipp/capabilities.ts'

/** What a printer must be able to do. */
export interface PrintNeeds {
  color: boolean
  duplex: boolean
  paper_size: string
  /** Of one document, and the jobs into which they may be split. */
  copies: number
  parts: number
}

/** Jobs into which the copies of a document are split for a printer that makes fewer at a time. */
export const mostParts = 10

/** A printer with its limits, what it last said, and the sides that wait for it. */
export interface LoadedPrinter {
  id: string
  name: string
  prints_color: boolean
  prints_duplex: boolean
  paper_sizes: string[]
  click_bw: number
  click_color: number
  status: PrinterStatus | null
  /** Whether it ever said what it can do. */
  has_answered: boolean
  open_impressions: number
}

/** Sides a minute of a printer that does not tell. */
const usualSpeed = 20

/** Why a printer can never print this; undefined if it can. Limits of the shop count beside those of the printer. */
function whyUnable(
  { color, duplex, paper_size, copies, parts }: PrintNeeds,
  printer: LoadedPrinter,
): string | undefined {
  const status = printer.has_answered ? printer.status : null
  if (color && !(printer.prints_color && status?.color !== false)) return 'It prints no colour.'
  if (duplex && !(printer.prints_duplex && status?.duplex !== false)) return 'It prints on one side only.'
  const knows = !status || status.paper_sizes.length === 0 || status.paper_sizes.includes(paper_size)
  if (!printer.paper_sizes.includes(paper_size) || !knows) return `It has no ${paper_size} paper.`
  const formats = status?.document_formats ?? []
  if (formats.length > 0 && !formats.includes('application/pdf')) return 'It takes no PDF files.'
  const most = status?.most_copies
  if (most !== undefined && copies > most * parts) {
    return most === 1 ? 'It prints one copy at a time.' : `It prints at most ${most} copies at a time.`
  }
  return undefined
}

/** Whether other paper is in a printer. One that names no size that we know may have any. */
function hasOtherPaper(paper_size: string, { media_ready }: PrinterStatus): boolean {
  const loaded = sizesOf(media_ready)
  return loaded.length > 0 && !loaded.includes(paper_size as PaperSize)
}

/** Why a printer that is able cannot print now. */
function whyUnavailable({ paper_size }: PrintNeeds, { status }: LoadedPrinter): string | undefined {
  if (status?.state === 'unreachable') return 'It does not answer.'
  if (status?.state === 'stopped') return status.message === '' ? 'It is stopped.' : status.message
  if (status?.accepts_jobs === false) return 'It takes no jobs at the moment.'
  return status && hasOtherPaper(paper_size, status) ? `No ${paper_size} paper is loaded.` : undefined
}

/** Copies of a document as jobs that a printer can print, of about the same size. */
export function inParts(copies: number, { status }: Pick<LoadedPrinter, 'status'>): number[] {
  const parts = Math.ceil(copies / (status?.most_copies ?? copies))
  return Array.from({ length: parts }, (_, n) => Math.floor((copies + n) / parts)).toReversed()
}

/** All printers for what is to be printed: first those that can, the one with the least work before the others. */
export function rankPrinters(needs: PrintNeeds, printers: readonly LoadedPrinter[]): PrinterChoice[] {
  const ranked = printers.map((printer) => {
    const { id, name, status, open_impressions } = printer
    const unable = whyUnable(needs, printer)
    const why_not = unable ?? whyUnavailable(needs, printer) ?? null
    const minutes = Math.ceil(open_impressions / (status?.pages_per_minute || usualSpeed))
    const choice = { id, name, why_not, is_able: unable === undefined, open_impressions, minutes }
    return { choice, click: needs.color ? printer.click_color : printer.click_bw }
  })
  const rank = ({ why_not, is_able }: PrinterChoice) => (why_not === null ? 0 : is_able ? 1 : 2)
  return ranked
    .toSorted(
      (a, b) =>
        rank(a.choice) - rank(b.choice) ||
        a.choice.minutes - b.choice.minutes ||
        a.click - b.click ||
        a.choice.name.localeCompare(b.choice.name),
    )
    .map(({ choice }) => choice)
}
