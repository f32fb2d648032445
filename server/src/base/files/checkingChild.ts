import { serveChecks } from './checkingProcess.ts'
import { countPdfPages } from './countPdfPages.ts'

serveChecks(async ({ content, contentType }) => {
  if (contentType === 'application/pdf') return countPdfPages(content)
  // Imported only for images, because sharp takes memory and most files are PDFs.
  const { decodeImage } = await import('./decodeImage.ts')
  return decodeImage(content)
})
