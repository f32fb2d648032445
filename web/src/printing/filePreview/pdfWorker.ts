import { getDocument, type PDFDocumentLoadingTask, PDFWorker, version } from 'pdfjs-dist'

/** Where the build puts the files that pdf.js loads by name: worker, character maps, fonts, image decoders. */
const pdfAssets = (folder: 'build' | 'cmaps' | 'standard_fonts' | 'wasm') =>
  new URL(`/assets/pdfjs-${version}/${folder}/`, window.location.href).href

let worker: PDFWorker | undefined

/**
 * One worker for all previews, started from a blob: a worker with a URL of its own is under the Content-Security-
 * Policy of that response, which lets it load nothing; from a blob it is under this page's policy.
 */
function startWorker(): PDFWorker {
  const script = `import ${JSON.stringify(`${pdfAssets('build')}pdf.worker.min.mjs`)}`
  const blob = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  return PDFWorker.create({ port: new Worker(blob, { type: 'module' }) })
}

/** Where a PDF is, or its bytes. */
export type PdfSource = string | Uint8Array<ArrayBuffer>

/** Opens a PDF and loads only the parts that are shown. */
export function openPdf(source: PdfSource): PDFDocumentLoadingTask {
  worker ??= startWorker()
  return getDocument({
    // The worker takes bytes away, and they may be shown again.
    ...(typeof source === 'string' ? { url: source } : { data: source.slice() }),
    worker,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: pdfAssets('cmaps'),
    standardFontDataUrl: pdfAssets('standard_fonts'),
    wasmUrl: pdfAssets('wasm'),
    // The Content-Security-Policy forbids WebAssembly: the same decoders exist as plain scripts.
    useWasm: false,
    disableWorkerRendering: true,
    // A poster at 600 dpi must not use up the tab's memory.
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  })
}
