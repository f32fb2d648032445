import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { openPdf } from './pdfWorker.ts'

const broken =
  'This PDF could not be shown here. It may be damaged; download it to look at it in another program.'

/**
 * Opens a PDF; when that or a page of it fails, once more with a fresh link, as links run out. Then `problem` says so.
 */
export function usePdf(url: string, freshUrl: () => Promise<string>) {
  // A link that is renewed while the PDF is open must not open it again.
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
