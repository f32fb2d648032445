import Box from '@mui/material/Box'
import { csvCell } from '@our-print/contract/csvCell.ts'
import { listSkippedLines, type VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { useState } from 'react'
import { downloadCsv, offerDownload } from '../../base/api/download.ts'
import { toast } from '../../base/feedback/toast.tsx'
import { count, plural } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  FileDownloadOutlined as Download,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'
import type { Tone } from '../../base/icons/Icon.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { codes } from './uploadForm.ts'

/** The result of an import or its check: stored codes, and skipped lines with their reasons. */
export function ImportReport({ result }: { result: VoucherImport }) {
  const { id, imported, skipped_count, skipped } = result
  const [saving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    try {
      await saveSkipped(result)
    } catch (error) {
      toast.failure(`The lines were not saved. ${(error as Error).message}`)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Box
      component="output"
      aria-label={id ? 'What was imported' : 'Result of the check'}
      sx={{ display: 'grid', gap: 1 }}
    >
      {imported > 0 && (
        <Line
          Icon={CheckCircle}
          tone="success"
          text={`${codes(imported)} ${id ? 'imported' : 'can be imported'}`}
        />
      )}
      {imported === 0 && !id && (
        <Box sx={{ fontWeight: 600 }}>
          {skipped_count > 0 ? 'No line of this file can be imported.' : 'There are no codes in this file.'}
        </Box>
      )}
      {skipped_count > 0 && (
        <>
          <Line
            Icon={Warning}
            tone="warning"
            text={`${plural(skipped_count, 'line')} ${id ? 'skipped' : 'will be skipped'}`}
          />
          <Box component="section" sx={box} tabIndex={0} aria-label="Skipped lines">
            <Box component="table" sx={table}>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">Code</th>
                  <th scope="col">Reason</th>
                </tr>
              </thead>
              <tbody>
                {skipped.map(({ line, voucher_code, reason }) => (
                  <tr key={line}>
                    <td>{count(line)}</td>
                    <td>{voucher_code.slice(0, 100) || '–'}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </Box>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <SecondaryButton
              size="small"
              startIcon={<Download />}
              loading={saving}
              loadingPosition="start"
              onClick={() => void save()}
            >
              Download skipped lines
            </SecondaryButton>
            {skipped_count > skipped.length && (
              <Box sx={{ typography: 'caption', color: 'text.secondary', flex: '1 1 160px' }}>
                {id
                  ? `The first ${count(skipped.length)} are shown; the download has them all.`
                  : `The first ${count(skipped.length)} are shown; all can be downloaded after the import.`}
              </Box>
            )}
          </Box>
        </>
      )}
    </Box>
  )
}

type LineProps = { Icon: typeof CheckCircle; tone: Tone; text: string }

const Line = ({ Icon, tone, text }: LineProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 600 }}>
    <Icon tone={tone} />
    {text}
  </Box>
)

const box = { maxHeight: 260, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 } as const

const table = {
  width: 1,
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  typography: 'body2',
  overflowWrap: 'anywhere',
  '& th, & td': { textAlign: 'left', verticalAlign: 'top', px: 1, py: 0.5 },
  '& td': { borderTop: 1, borderColor: 'divider' },
  '& th': {
    position: 'sticky',
    top: 0,
    bgcolor: 'background.paper',
    typography: 'caption',
    fontWeight: 600,
    color: 'text.secondary',
  },
  '& th:first-of-type': { width: 72 },
  '& th:nth-of-type(2)': { width: '34%' },
  '& td:first-of-type': { color: 'text.secondary' },
} as const

/** Downloads the skipped lines: all of them from the server, or after a check those of its response. */
async function saveSkipped({ id, skipped }: VoucherImport): Promise<void> {
  if (id) await downloadCsv(listSkippedLines.url.replace(':id', id), {}, () => {})
  else offerDownload(new Blob([csvOf(skipped)], { type: 'text/csv' }), 'skipped-lines.csv')
}

const csvOf = (lines: VoucherImport['skipped']) =>
  [
    'line,voucher_code,reason',
    ...lines.map(({ line, voucher_code, reason }) =>
      [String(line), csvCell(voucher_code), csvCell(reason)].join(','),
    ),
  ].join('\r\n')
