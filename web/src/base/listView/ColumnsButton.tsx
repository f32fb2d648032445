import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { ViewColumnOutlined as ViewColumn } from '../icons/frame.tsx'
import type { ColumnsProps } from './chosenColumns.ts'

const ColumnsPanel = lazyPart(() => import('./ColumnsPanel.tsx'))

/** Chooses the columns of a table. */
export function ColumnsButton(props: ColumnsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label="Columns"
        title="Columns"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 36, height: 36, color: 'text.secondary' }}
      >
        <ViewColumn fontSize="small" />
      </IconButton>
      {anchor && <ColumnsPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
