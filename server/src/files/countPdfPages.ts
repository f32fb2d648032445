import { readFile } from 'node:fs/promises'
import { isTooMuchToDraw } from './drawnSize.ts'
import { createPdfManager, type PdfManager } from './pdfjs.ts'
import type { CheckResult } from './pdfPages.ts'

/** Counts the pages of a PDF one by one; refuses the file if its own /Count differs. */
export async function countPdfPages(content: Buffer | string): Promise<CheckResult> {
  const bytes = Buffer.isBuffer(content) ? content : await readFile(content)
  // pdf.js opens a truncated file without its missing part, which would be printed as if it were complete.
  if (!hasPdfTrailer(bytes)) return { refusal: 'broken' }
  const manager = createPdfManager(bytes)
  try {
    await open(manager)
    if (isEncrypted(manager)) return { refusal: 'encrypted' }
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

async function open(manager: PdfManager): Promise<void> {
  try {
    await manager.initDocument(false)
  } catch (error) {
    // Wrong offsets in an otherwise complete file are common, and every viewer repairs them.
    if (!(error instanceof Error && error.name === 'XRefParseException')) throw error
    await manager.initDocument(true)
  }
}

/** A PDF ends with the offset of its cross-reference table; some programs append blanks or zeros. */
function hasPdfTrailer(bytes: Buffer): boolean {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--
  const tail = bytes.toString('latin1', Math.max(0, end - 1024), end)
  return /startxref\s+\d+|%%EOF/.test(tail)
}

/** Also if it opens without a password: the programs that print it may refuse it. */
function isEncrypted(manager: PdfManager): boolean {
  return manager.pdfDocument.xref?.trailer?.has('Encrypt') ?? false
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|Invalid (typed )?array/i.test(error.message)
}
