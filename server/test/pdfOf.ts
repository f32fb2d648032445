import Pdf from 'pdfkit'

export type Doc = InstanceType<typeof Pdf>

/** A PDF whose pages are drawn one after another; each function adds its page. */
export async function pdfOf(...pages: ((doc: Doc) => unknown)[]): Promise<Buffer> {
  const doc = new Pdf({ autoFirstPage: false, margin: 0 })
  const parts: Buffer[] = []
  const ended = new Promise((resolve) =>
    doc.on('data', (part: Buffer) => parts.push(part)).on('end', resolve),
  )
  for (const draw of pages) await draw(doc)
  doc.end()
  await ended
  return Buffer.concat(parts)
}
