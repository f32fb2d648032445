import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useState } from 'react'
import { count } from '../../base/format/format.ts'
import { ChevronRight as Next, ChevronLeft as Previous, Add as ZoomIn } from '../../base/icons/frame.tsx'
import { Remove as ZoomOut } from '../../base/icons/screens.tsx'

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
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        mb: 1,
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      <Control label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Previous />
      </Control>
      <OutlinedInput
        value={typed ?? page}
        disabled={pages === 0}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 5))}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take()
          if (key === 'Escape') setTyped(undefined)
        }}
        slotProps={{ input: { 'aria-label': 'Page', inputMode: 'numeric' } }}
        sx={{ width: 52, '& input': { textAlign: 'right', px: 1, py: 0.75 } }}
      />
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        of {pages > 0 ? count(pages) : '…'}
      </Box>
      <Control label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Next />
      </Control>
      <Box sx={{ flex: 1 }} />
      <Control label="Zoom out" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
        <ZoomOut />
      </Control>
      <Box component="span" sx={{ minWidth: 64, textAlign: 'center' }}>
        {zoom === 0 ? unzoomed : `${(zooms[zoom] ?? 1) * 100} %`}
      </Box>
      <Control label="Zoom in" disabled={zoom === zooms.length - 1} onClick={() => onZoom(zoom + 1)}>
        <ZoomIn />
      </Control>
    </Box>
  )
}

type ControlProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

const Control = ({ label, disabled, onClick, children }: ControlProps) => (
  <IconButton
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    sx={{ width: { xs: 44, sm: 32 }, height: { xs: 44, sm: 32 } }}
  >
    {children}
  </IconButton>
)
