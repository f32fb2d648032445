import { readFile } from 'node:fs/promises'
import { serveChecks } from '../../base/files/checkingProcess.ts'
import { inspectPage, type PageReport } from './inspectPage.ts'
import { openToPrint } from './openToPrint.ts'
import { loadPdfium } from './pdfium.ts'

/** A report for each page; undefined in place of one that is damaged. No list at all if the file cannot be read. */
export type PageReports = readonly (PageReport | undefined)[] | undefined

serveChecks<PageReports>(async ({ content, contentType }, step) => {
  const bytes = Buffer.isBuffer(content) ? content : await readFile(content)
  if (contentType === 'application/pdf') return inspectPdf(bytes, step)
  // Imported only for images, because sharp takes memory and most files are PDFs.
  const { inspectImage } = await import('./inspectImage.ts')
  return [await inspectImage(bytes)]
})

/** Looking for QR codes takes 30 to 80 ms a page, and a file has a minute. */
const mostLooks = 300

async function inspectPdf(bytes: Buffer, step: () => void): Promise<PageReports> {
  const document = await openToPrint(await loadPdfium(), bytes)
  if (!document) return undefined
  try {
    const pages: (PageReport | undefined)[] = []
    const looks = { left: mostLooks }
    for (let index = 0; index < document.pageCount; index++) {
      pages.push(await inspectPage(document, index, looks))
      step()
    }
    return pages
  } finally {
    document.close()
  }
}
