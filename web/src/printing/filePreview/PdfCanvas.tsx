import Box from '@mui/material/Box'
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'

/** Sharp on high-density screens, within the memory of a phone. */
const maxPixels = 12_000_000

type Props = {
  pdf: PDFDocumentProxy
  page: number
  width: number
  /** A page that would be higher is drawn smaller. */
  maxHeight?: number | undefined
  label: string
  onFailure: () => void
}

/** One page on a canvas. The previous page stays until this one is drawn. */
export function PdfCanvas({ pdf, page, width: available, maxHeight, label, onFailure }: Props) {
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
      canvas.style.display = 'block'
      canvas.style.margin = '0 auto'
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

  return (
    <Box
      ref={place}
      sx={{
        width: available,
        minHeight: 200,
        mx: 'auto',
        '& canvas': { backgroundColor: '#fff', boxShadow: '0 1px 3px rgb(10 14 12 / 0.2)' },
      }}
    />
  )
}
