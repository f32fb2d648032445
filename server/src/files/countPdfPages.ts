import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import type { Answer } from './checkingProcess.ts'

// The public interface of pdfjs believes a /Count that is too small and skips what lies beyond it, so the page
// tree is walked with the class inside its worker file, which that file does not export. Should an update
// rename the class, the import fails and so does every test of this file.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/pdf.worker.mjs')) return loaded
    if (typeof loaded.source !== 'string') loaded.source = new TextDecoder().decode(loaded.source)
    return { ...loaded, source: `${loaded.source}\nexport { LocalPdfManager }` }
  },
})
// A name in a variable, since no types exist for what the hook adds.
const worker = 'pdfjs-dist/legacy/build/pdf.worker.mjs'
const { LocalPdfManager } = (await import(worker)) as { LocalPdfManager: new (options: object) => PdfManager }

interface PdfManager {
  /** Reads the cross-references, or with `recover` looks for the objects in all of the file. */
  initDocument(recover: boolean): Promise<void>
  pdfDocument: {
    xref: { trailer?: { has(key: string): boolean } | null }
    catalog: {
      toplevelPagesDict: { get(key: string): unknown }
      /** Every leaf of the page tree, or what is wrong with it. */
      getAllPageDicts(): Promise<Map<number, [unknown, unknown]>>
    }
  }
}

/** Counts the pages of a PDF one by one, and refuses it when the file says otherwise. */
export async function countPdfPages(path: string): Promise<Answer> {
  const bytes = await readFile(path)
  // pdfjs mends what was cut off by leaving it out, which would print a part as if it were all.
  if (!endsAsPdf(bytes)) return { refusal: 'broken' }
  const manager = new LocalPdfManager({
    source: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    docId: 'counted',
    enableXfa: false,
    evaluatorOptions: {},
  })
  try {
    await open(manager)
    if (isEncrypted(manager)) return { refusal: 'encrypted' }
    const { catalog } = manager.pdfDocument
    const pages = [...(await catalog.getAllPageDicts()).values()]
    const allThere = pages.every(([page]) => !(page instanceof Error))
    const promised = catalog.toplevelPagesDict.get('Count')
    return allThere && pages.length > 0 && pages.length === promised
      ? { pages: pages.length }
      : { refusal: 'broken' }
  } catch (error) {
    if (isEncrypted(manager)) return { refusal: 'encrypted' }
    return { refusal: isOutOfMemory(error) ? 'too slow or too large' : 'broken' }
  }
}

async function open(manager: PdfManager): Promise<void> {
  try {
    await manager.initDocument(false)
  } catch (error) {
    // Offsets that are wrong in an otherwise whole file are common, and every viewer mends them.
    if (!(error instanceof Error && error.name === 'XRefParseException')) throw error
    await manager.initDocument(true)
  }
}

/** A PDF ends by saying where its cross-references begin; some programs pad it with blanks or zeros. */
function endsAsPdf(bytes: Buffer): boolean {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--
  const tail = bytes.toString('latin1', Math.max(0, end - 1024), end)
  return /startxref\s+\d+|%%EOF/.test(tail)
}

/** Also when it opens without a password: what follows us in the shop may not. */
function isEncrypted(manager: PdfManager): boolean {
  return manager.pdfDocument.xref?.trailer?.has('Encrypt') ?? false
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|Invalid (typed )?array/i.test(error.message)
}
