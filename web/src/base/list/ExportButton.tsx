import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Query } from '../api/api.ts'
import { loadFile } from '../feedback/lazyPart.tsx'
import { toast } from '../feedback/toast.tsx'
import { fileSize } from '../format/format.ts'
import { FileDownloadOutlined as Download } from '../icons/frame.tsx'

type Props<T> = {
  /** The query of the list; the export has all its pages. */
  rows: Query<T>
}

/** Exports the whole list, with its search and filters, as a CSV file. */
export function ExportButton<T>({ rows }: Props<T>) {
  const [bytes, setBytes] = useState<number>()
  const running = bytes !== undefined

  async function save() {
    setBytes(0)
    try {
      const file = await loadFile(() => import('../api/download.ts'))
      if (!file) return
      // The key of a query is its endpoint and its input.
      const [url, input] = rows.queryKey as [string, { querystring?: Record<string, unknown> }]
      const name = await file.downloadCsv(url, input.querystring ?? {}, setBytes)
      toast.success(`Saved as ${name}`)
    } catch (error) {
      toast.failure(`The list was not exported. ${(error as Error).message}`)
    } finally {
      setBytes(undefined)
    }
  }

  return (
    <Button
      color="inherit"
      startIcon={<Download />}
      loading={running}
      loadingPosition="start"
      aria-busy={running}
      onClick={() => void save()}
      sx={{ color: 'text.secondary' }}
    >
      {running ? `Exporting${bytes > 0 ? ` ${fileSize(bytes)}` : ''}` : 'Export CSV'}
    </Button>
  )
}
