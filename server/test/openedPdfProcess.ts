import { text } from 'node:stream/consumers'
// The build for Node, as its documentation says.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OpenedPdf } from './openedPdf.ts'

// Reads PDFs from the input and writes what is in them to the output: see openedPdf.ts.

const pdfs = JSON.parse(await text(process.stdin)) as string[]
const opened: OpenedPdf[] = []
for (const bytes of pdfs) {
  const opening = getDocument({ data: new Uint8Array(Buffer.from(bytes, 'base64')), verbosity: 0 })
  const document = await opening.promise
  const files: OpenedPdf['files'] = []
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const content = (await document.getAttachmentContent(id)) as Uint8Array
    files.push({ name: filename, content: Buffer.from(content).toString('base64') })
  }
  const { metadata } = await document.getMetadata()
  opened.push({ files, metadata: String(metadata?.getRaw() ?? ''), pages: document.numPages })
  await opening.destroy()
}
process.stdout.write(JSON.stringify(opened))
