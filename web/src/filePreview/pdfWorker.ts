import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist'
import { pdfAssets } from './pdfAssets.ts'

let worker: PDFWorker | undefined

/**
 * One worker for all previews, started through a blob: a worker from an address of its own lives under that answer's
 * Content-Security-Policy, which lets it load nothing; from a blob it lives under this page's.
 */
function startWorker(): PDFWorker {
  const script = `import ${JSON.stringify(`${pdfAssets('build')}pdf.worker.min.mjs`)}`
  const blob = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  return PDFWorker.create({ port: new Worker(blob, { type: 'module' }) })
}

/** Opens a PDF and reads no more of it than what is looked at. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  worker ??= startWorker()
  return getDocument({
    url,
    worker,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: pdfAssets('cmaps'),
    standardFontDataUrl: pdfAssets('standard_fonts'),
    wasmUrl: pdfAssets('wasm'),
    // The policy allows no WebAssembly: the same decoders exist as plain scripts.
    useWasm: false,
    disableWorkerRendering: true,
    // A poster at 600 dpi must not take the tab's memory.
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  })
}
