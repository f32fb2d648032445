import { plainDigits } from '@our-print/contract/plainPhone.ts'
import { type ReactNode, useState } from 'react'
import { count } from '../../base/format/format.ts'
import { ChevronRight as Next, ChevronLeft as Previous } from '../../base/icons/frame.tsx'
import { Add as ZoomIn, Remove as ZoomOut } from '../../base/icons/screens.tsx'
import { IconButton } from '../../base/ui/Button.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Row, Spacer } from '../../base/ui/Layout.tsx'
import styles from './PdfToolbar.module.css'

/** Multiples of the available width. */
export const zooms = [1, 1.5, 2, 3]

type Props = {
  page: number
  pages: number
  onPage: (page: number) => void
  /** An index in `zooms`. */
  zoom: number
  onZoom: (zoom: number) => void
  /** What the first zoom shows. */
  unzoomed: string
}

/** Buttons for the page and the zoom. */
export function PdfToolbar({ page, pages, onPage, zoom, onZoom, unzoomed }: Props) {
  const [typed, setTyped] = useState<string>()

  function take() {
    if (typed !== undefined && Number(typed) > 0) onPage(Math.floor(Number(typed)))
    setTyped(undefined)
  }

  return (
    <Row gap={1} className={styles.toolbar}>
      <Control label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Previous />
      </Control>
      <div className={styles.page}>
        <Input
          aria-label="Page"
          inputMode="numeric"
          numeric
          value={typed ?? page}
          disabled={pages === 0}
          onChange={({ target }) => setTyped(plainDigits(target.value).replace(/\D/g, '').slice(0, 5))}
          onBlur={take}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take()
            if (key === 'Escape') setTyped(undefined)
          }}
        />
      </div>
      <span className={styles.pages}>of {pages > 0 ? count(pages) : '…'}</span>
      <Control label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Next />
      </Control>
      <Spacer />
      <Control label="Zoom out" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
        <ZoomOut />
      </Control>
      <span className={styles.zoom}>{zoom === 0 ? unzoomed : `${(zooms[zoom] ?? 1) * 100} %`}</span>
      <Control label="Zoom in" disabled={zoom === zooms.length - 1} onClick={() => onZoom(zoom + 1)}>
        <ZoomIn />
      </Control>
    </Row>
  )
}

type ControlProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

const Control = ({ label, disabled, onClick, children }: ControlProps) => (
  <IconButton size="small" aria-label={label} disabled={disabled} onClick={onClick}>
    {children}
  </IconButton>
)
