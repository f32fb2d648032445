import { readFile } from 'node:fs/promises'
import { isTooMuchToDraw } from './drawnSize.ts'
import { createPdfManager, type PdfManager, readStructure } from './pdfjs.ts'
import type { CheckResult, Refusal } from './pdfPages.ts'

/** Counts the pages of a PDF one by one; refuses the file if its own /Count differs. */
export async function countPdfPages(content: Buffer | string): Promise<CheckResult> {
  const bytes = Buffer.isBuffer(content) ? content : await readFile(content)
  // pdf.js opens a truncated file without its missing part, which would be printed as if it were complete.
  if (isCut(bytes)) return { refusal: 'broken' }
  const manager = createPdfManager(bytes)
  try {
    await readStructure(manager)
    const forbidden = printingForbidden(manager)
    if (forbidden) return { refusal: forbidden }
    const { catalog } = manager.pdfDocument
    const pages = [...(await catalog.getAllPageDicts()).values()]
    const allThere = pages.every(([page]) => !(page instanceof Error))
    const promised = catalog.toplevelPagesDict.get('Count')
    if (!allThere || pages.length === 0 || pages.length !== promised) return { refusal: 'broken' }
    const isTooMuch = isTooMuchToDraw(pages.flatMap(([page]) => (page instanceof Error ? [] : [page])))
    return isTooMuch ? { refusal: 'too slow or too large' } : { pages: pages.length }
  } catch (error) {
    if (isEncrypted(manager)) return { refusal: 'encrypted' }
    return { refusal: isOutOfMemory(error) ? 'too slow or too large' : 'broken' }
  }
}

/**
 * Whether the end is missing. A PDF, and each change that a program appends to it, ends with the offset of its
 * cross-reference table and %%EOF. What mail gateways and web servers append is no part of it: readers search backwards.
 */
function isCut(bytes: Buffer): boolean {
  const end = Math.max(bytes.lastIndexOf('%%EOF'), bytes.lastIndexOf('startxref'))
  if (end < 0) return true
  const rest = bytes.toString('latin1', end)
  return !/^(%%EOF|startxref\s+\d)/.test(rest) || /\s\d+\s+\d+\s+obj\b/.test(rest)
}

// Bits of /P in an encryption dictionary, by the table of user access permissions in ISO 32000.
const mayPrint = 1 << 2
const mayPrintFinely = 1 << 11

/** What the author forbids. Files without a password to open them are often encrypted for the sake of this alone. */
function printingForbidden({ pdfDocument }: PdfManager): Refusal | undefined {
  const encryption = pdfDocument.xref?.trailer?.get('Encrypt')
  if (!encryption) return undefined
  const allowed = Number(encryption.get('P'))
  if ((allowed & mayPrint) === 0) return 'not to be printed'
  // The first revision knows only one way to print.
  return Number(encryption.get('R')) > 2 && (allowed & mayPrintFinely) === 0
    ? 'not to be printed well'
    : undefined
}

/** Whether a file that does not open asks for a password or a certificate. */
const isEncrypted = ({ pdfDocument }: PdfManager) => pdfDocument.xref?.trailer?.has('Encrypt') ?? false

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|Invalid (typed )?array/i.test(error.message)
}
