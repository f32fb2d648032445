import Box from '@mui/material/Box'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Loading } from '../../base/feedback/Loading.tsx'
import { NoPreview, type PreviewProps } from './NoPreview.tsx'
import { PdfCanvas } from './PdfCanvas.tsx'
import { PdfToolbar, zooms } from './PdfToolbar.tsx'
import type { PdfSource } from './pdfWorker.ts'
import { usePdf } from './usePdf.ts'

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
  const frame = useRef<HTMLDivElement>(null)
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
    <Box>
      <PdfToolbar
        page={page}
        pages={pages}
        onPage={go}
        zoom={zoom}
        onZoom={setZoom}
        unzoomed={maxHeight ? 'Whole' : 'Fit width'}
      />
      {captionOf && (
        <Box component="output" sx={{ display: 'block', typography: 'body2', fontWeight: 600, mb: 1 }}>
          {captionOf(page)}
        </Box>
      )}
      <Box
        ref={frame}
        component="section"
        aria-label={`Preview of ${name}`}
        aria-busy={!pdf}
        // Arrow keys scroll when zoomed in and change the page when not.
        tabIndex={0}
        onKeyDown={onKeyDown}
        sx={{
          overflow: 'auto',
          maxHeight: { xs: 'none', sm: 'calc(100dvh - 160px)' },
          minHeight: 240,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.default',
          p: { xs: 0, sm: 1 },
        }}
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
          <Box sx={{ minHeight: 240 }}>
            <Loading of="part" />
          </Box>
        )}
      </Box>
    </Box>
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
