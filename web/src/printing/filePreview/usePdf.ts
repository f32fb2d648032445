import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { openPdf, type PdfSource } from './pdfWorker.ts'

const broken =
  'This PDF could not be shown here. It may be damaged; download it to look at it in another program.'

/**
 * Opens a PDF. If that or one of its pages fails, tries once more with a new link, as links expire; then `problem` has
 * the reason.
 */
export function usePdf(url: PdfSource, freshUrl: () => Promise<PdfSource>) {
  // A renewed link must not open the PDF again.
  const [source, setSource] = useState({ url, tries: 0 })
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [problem, setProblem] = useState<string>()
  const renew = useRef(freshUrl)
  useEffect(() => void (renew.current = freshUrl))

  function retry() {
    if (source.tries > 0) return setProblem(broken)
    renew.current().then(
      (fresh) => setSource({ url: fresh, tries: 1 }),
      () => setProblem('The file could not be loaded. Check your connection, then open the order again.'),
    )
  }

  const onFailure = useRef(retry)
  useEffect(() => void (onFailure.current = retry))

  useEffect(() => {
    let left = false
    const task = openPdf(source.url)
    task.promise.then(
      (opened) => !left && setPdf(opened),
      () => !left && onFailure.current(),
    )
    return () => {
      left = true
      setPdf(undefined)
      void task.destroy()
    }
  }, [source])

  return { pdf, problem, retry }
}
