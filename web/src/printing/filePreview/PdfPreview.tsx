import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Stack } from '../../base/ui/Layout.tsx'
import { NoPreview, type PreviewProps } from './NoPreview.tsx'
import styles from './PdfPreview.module.css'
import { PdfToolbar, zooms } from './PdfToolbar.tsx'
import { WaitingPage } from './PdfWaiting.tsx'
import { openPdf, type PdfSource } from './pdfWorker.ts'

type Props = Pick<PreviewProps, 'name' | 'fallback'> & {
  url: PdfSource
  freshUrl: () => Promise<PdfSource>
  /** What a page is, where it is more than a page. */
  captionOf?: (page: number) => string
  /** The height in pixels that a whole page has, until it is zoomed. */
  maxHeight?: number
}

/** Shows a PDF, one page at a time, with any number of pages. */
export default function PdfPreview({ name, url, freshUrl, fallback, captionOf, maxHeight }: Props) {
  const { pdf, problem, retry } = usePdf(url, freshUrl)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  const pages = pdf?.numPages ?? 0

  function go(to: number) {
    setPage(Math.min(Math.max(1, to), pages))
    frame.current?.scrollTo({ top: 0 })
  }

  function onKeyDown(event: KeyboardEvent) {
    const sideways = zoom > 0
    const steps: Record<string, number> = {
      ...(!sideways && { ArrowRight: page + 1, ArrowLeft: page - 1 }),
      PageDown: page + 1,
      PageUp: page - 1,
      Home: 1,
      End: pages,
    }
    const to = steps[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(to)
  }

  if (problem) return <NoPreview reason={problem}>{fallback}</NoPreview>
  return (
    <div>
      <PdfToolbar
        page={page}
        pages={pages}
        onPage={go}
        zoom={zoom}
        onZoom={setZoom}
        unzoomed={maxHeight ? 'Whole' : 'Fit width'}
      />
      {captionOf && <output className={styles.caption}>{captionOf(page)}</output>}
      <Stack
        as="section"
        ref={frame}
        aria-label={`Preview of ${name}`}
        aria-busy={!pdf}
        // Arrow keys scroll when zoomed in and change the page when not.
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={styles.frame}
      >
        {pdf && width > 0 ? (
          <PdfCanvas
            pdf={pdf}
            page={page}
            width={Math.floor(width * (zooms[zoom] ?? 1))}
            label={captionOf ? captionOf(page) : `Page ${page} of ${pages}`}
            maxHeight={zoom === 0 ? maxHeight : undefined}
            onFailure={retry}
          />
        ) : (
          <WaitingPage maxHeight={maxHeight} />
        )}
      </Stack>
    </div>
  )
}

/** The inner width of an element, updated when it is resized; ignores the few pixels of a scrollbar. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      setWidth((old) => (Math.abs(old - room) > 20 || old === 0 || room < old ? room : old))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

const broken =
  'This PDF could not be shown here. It may be damaged; download it to look at it in another program.'

/**
 * Opens a PDF. If that or one of its pages fails, tries once more with a new link, as links expire; then `problem` has
 * the reason.
 */
function usePdf(url: PdfSource, freshUrl: () => Promise<PdfSource>) {
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

/** Sharp on high-density screens, within the memory of a phone. */
const maxPixels = 12_000_000

type PdfCanvasProps = {
  pdf: PDFDocumentProxy
  page: number
  width: number
  /** A page that would be higher is drawn smaller. */
  maxHeight?: number | undefined
  label: string
  onFailure: () => void
}

/** One page on a canvas. The previous page stays until this one is drawn. */
function PdfCanvas({ pdf, page, width: available, maxHeight, label, onFailure }: PdfCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const failed = useRef(onFailure)
  useEffect(() => void (failed.current = onFailure))

  useEffect(() => {
    let left = false
    let task: RenderTask | undefined
    async function draw() {
      const proxy = await pdf.getPage(page)
      if (left) return
      const size = proxy.getViewport({ scale: 1 })
      const highest = maxHeight ?? Number.POSITIVE_INFINITY
      const width = Math.floor(Math.min(available, (highest * size.width) / size.height))
      const height = (width * size.height) / size.width
      const density = Math.min(
        Math.max(1, window.devicePixelRatio),
        2,
        Math.sqrt(maxPixels / (width * height)),
      )
      const viewport = proxy.getViewport({ scale: (width / size.width) * density })
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      canvas.style.width = `${width}px`
      task = proxy.render({ canvas, viewport })
      await task.promise
      proxy.cleanup()
      canvas.setAttribute('role', 'img')
      canvas.setAttribute('aria-label', label)
      if (!left) place.current?.replaceChildren(canvas)
    }
    draw().catch(() => !left && failed.current())
    return () => {
      left = true
      task?.cancel()
    }
  }, [pdf, page, available, maxHeight, label])

  return <div ref={place} className={styles.place} style={{ width: available, maxHeight }} />
}
