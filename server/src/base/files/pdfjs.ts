import { registerHooks } from 'node:module'

// The only file that depends on the inside of pdf.js (pdfjs-dist). Its public API trusts a /Count that is too small and
// ignores the pages beyond it, so the page tree is read with a class of its worker file, which the file does not export.
// This hook adds the export while the file is loaded. pdfjs.test.ts fails if an upgrade changes what is used here.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/pdf.worker.mjs')) return loaded
    if (typeof loaded.source !== 'string') loaded.source = new TextDecoder().decode(loaded.source)
    return { ...loaded, source: `${loaded.source}\nexport { LocalPdfManager }` }
  },
})
// The name is in a variable because the file has no types for the added export.
const worker = 'pdfjs-dist/legacy/build/pdf.worker.mjs'
const { LocalPdfManager } = (await import(worker)) as { LocalPdfManager: new (options: object) => PdfManager }

/** The end of a file, and what it leads to. */
interface PdfTrailer {
  has(key: string): boolean
  /** A dictionary where its reader expects one; a number, a name or another value elsewhere. */
  get(key: string): PdfTrailer | undefined
}

/** What is used of pdf.js's class for a dictionary. */
export interface PdfDict {
  xref: { fetchIfRef(value: unknown): unknown }
  /** A value; a reference is followed. */
  get(key: string): unknown
  /** A value; a reference is a text that names its object. */
  getRaw(key: string): unknown
  getKeys(): Iterable<string>
}

/** What is used of pdf.js's classes for streams. */
export interface PdfStream {
  dict: PdfDict
  /** At most so many bytes of what it unpacks to. */
  getBytes(length: number): Uint8Array
  /** As it is in the file. */
  getOriginalStream(): { length: number; bytes?: Uint8Array; start: number; end: number }
}

export const isPdfDict = (value: unknown): value is PdfDict =>
  typeof value === 'object' && value !== null && 'getRaw' in value
export const isPdfStream = (value: unknown): value is PdfStream =>
  typeof value === 'object' && value !== null && 'getOriginalStream' in value && 'dict' in value

/** What is used of pdf.js's class for an open document. */
export interface PdfManager {
  /** Reads the cross-reference table; with `recover` searches the whole file for objects instead. */
  initDocument(recover: boolean): Promise<void>
  pdfDocument: {
    xref: { trailer?: PdfTrailer | null }
    catalog: {
      toplevelPagesDict: { get(key: string): unknown }
      /** Every leaf of the page tree, or the error in its place. */
      getAllPageDicts(): Promise<Map<number, [PdfDict | Error, unknown]>>
    }
  }
}

/** A document that is not read yet: call initDocument first. */
export const createPdfManager = (bytes: Buffer): PdfManager =>
  new LocalPdfManager({
    // Copied if the bytes are a part of a larger buffer: pdf.js reads all of the buffer that is behind an array.
    source: bytes.length < bytes.buffer.byteLength ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer),
    docId: 'counted',
    enableXfa: false,
    evaluatorOptions: {},
  })

/** Reads the structure of a document that `createPdfManager` made. */
export async function readStructure(manager: PdfManager): Promise<void> {
  try {
    await manager.initDocument(false)
  } catch (error) {
    // Wrong offsets in an otherwise complete file are common, and every viewer repairs them.
    if (!(error instanceof Error && error.name === 'XRefParseException')) throw error
    await manager.initDocument(true)
  }
}

/** A document whose structure is read. */
export async function openPdfManager(bytes: Buffer): Promise<PdfManager> {
  const manager = createPdfManager(bytes)
  await readStructure(manager)
  return manager
}
