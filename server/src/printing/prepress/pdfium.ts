import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** PDFium's functions, as in its public headers, and its memory. */
export type Pdfium = Omit<WrappedPdfiumModule, 'pdfium'> & {
  pdfium: {
    /** Read it again after each call that may allocate: growing replaces the buffer. */
    HEAPU8: Uint8Array
    wasmExports: { malloc(bytes: number): number; free(start: number): void }
    UTF8ToString(start: number): string
  }
}

let loading: Promise<Pdfium> | undefined

/** PDFium as WebAssembly; a process compiles it once. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= compile()
  return loading
}

async function compile(): Promise<Pdfium> {
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  const { buffer } = new Uint8Array(await readFile(file))
  const module = { wasmBinary: buffer } as Parameters<typeof init>[0]
  const pdfium = (await init(module)) as unknown as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** An open document. Nothing else than `close` frees its memory. */
export interface PdfDocument {
  pdfium: Pdfium
  /** What PDFium's functions know it by. */
  handle: number
  /** What the functions for its form know it by; 0 without a form. */
  form: number
  pageCount: number
  close(): void
}

/** Opens a document; undefined if PDFium cannot read it. */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): PdfDocument | undefined {
  const { wasmExports } = pdfium.pdfium
  // PDFium reads these bytes as long as the document is open.
  const start = wasmExports.malloc(bytes.length)
  if (start === 0) throw new RangeError('PDFium has no memory for the file')
  pdfium.pdfium.HEAPU8.set(bytes, start)
  const handle = pdfium.FPDF_LoadMemDocument(start, bytes.length, '')
  if (handle === 0) {
    wasmExports.free(start)
    return undefined
  }
  const form = openForm(pdfium, handle)
  return {
    pdfium,
    handle,
    form: form.handle,
    pageCount: pdfium.FPDF_GetPageCount(handle),
    close() {
      form.close()
      pdfium.FPDF_CloseDocument(handle)
      wasmExports.free(start)
    },
  }
}

function openForm(pdfium: Pdfium, handle: number) {
  if (pdfium.FPDF_GetFormType(handle) <= 0) return { handle: 0, close: () => undefined }
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(handle, info)
  return {
    handle: form,
    close: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(form)
      pdfium.PDFiumExt_CloseFormFillInfo(info)
    },
  }
}

/** Calls `use` with a block of PDFium's memory, which is freed afterwards. */
export function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (start: number) => T): T {
  const start = pdfium.wasmExports.malloc(bytes)
  if (start === 0) throw new RangeError('PDFium has no memory left')
  try {
    return use(start)
  } finally {
    pdfium.wasmExports.free(start)
  }
}

/** Reads 32-bit floating point numbers from PDFium's memory. */
export const readFloats = ({ pdfium }: Pdfium, start: number, count: number): Float32Array =>
  new Float32Array(pdfium.HEAPU8.buffer.slice(start, start + 4 * count))
