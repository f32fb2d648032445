import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import type { Storage } from '../src/base/files/storage.ts'
import { type DocumentName, printDocuments, sentences } from './content/printDocuments.ts'
import { Random } from './random.ts'

export type DemoFile = { storage_key: string; sha256: string; size: number; page_count: number }
export type DemoFiles = Record<DocumentName, DemoFile>

/** Creates and stores each document once; all orders with it share the stored file. */
export async function storeDocuments(storage: Storage): Promise<DemoFiles> {
  const stored = Object.entries(printDocuments).map(async ([name, document]) => {
    const bytes = await makeDocument(document)
    // The key contains the hash, so shops that share a bucket never overwrite each other's files.
    const storage_key = `demo/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`
    const facts = await storage.put(storage_key, bytes, { contentType: 'application/pdf' })
    return [name, { storage_key, ...facts, page_count: document.pages }]
  })
  return Object.fromEntries(await Promise.all(stored)) as DemoFiles
}

type Document = (typeof printDocuments)[DocumentName]

function makeDocument({ heading, pages, size }: Document): Promise<Buffer> {
  const random = new Random(heading)
  // A fixed creation date, so that the same document has the same bytes.
  const info = { Title: heading, Author: 'Our Print', CreationDate: new Date(0) }
  const pdf = new Pdf({ size, margin: 56, info, autoFirstPage: false })
  pdf.addPage().fontSize(26).text(heading, 56, 150, { align: 'center' })
  pdf.fontSize(12).moveDown(2).text('A document of the demo shop', { align: 'center' })
  for (let page = 2; page <= pages; page++) {
    pdf.addPage().fontSize(9).text(`${heading} · ${page}`, { align: 'right' })
    pdf.fontSize(11).moveDown(2)
    for (let paragraph = 0; paragraph < 3; paragraph++) {
      const text = Array.from({ length: 5 }, () => random.pick(sentences)).join(' ')
      pdf.text(text, { align: 'justify', lineGap: 3 }).moveDown()
    }
  }
  pdf.end()
  return buffer(pdf)
}
