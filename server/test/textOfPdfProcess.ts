import { buffer } from 'node:stream/consumers'
// The build for Node, as its documentation says.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

// Reads a PDF from the input and writes its text to the output: see textOfPdf.ts.

const opening = getDocument({ data: new Uint8Array(await buffer(process.stdin)), verbosity: 0 })
const document = await opening.promise
const pages: string[] = []
for (let number = 1; number <= document.numPages; number++) {
  const { items } = await (await document.getPage(number)).getTextContent()
  pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
}
await opening.destroy()
process.stdout.write(pages.join('\n'))
