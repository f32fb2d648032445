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
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
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
    <Stack as="output" gap={2} aria-label={id ? 'What was imported' : 'Result of the check'}>
      {imported > 0 && (
        <Line
          Icon={CheckCircle}
          tone="success"
          text={`${codes(imported)} ${id ? 'imported' : 'can be imported'}`}
        />
      )}
      {imported === 0 && !id && (
        <Text strong>
          {skipped_count > 0 ? 'No line of this file can be imported.' : 'There are no codes in this file.'}
        </Text>
      )}
      {skipped_count > 0 && (
        <>
          <Line
            Icon={Warning}
            tone="warning"
            text={`${plural(skipped_count, 'line')} ${id ? 'skipped' : 'will be skipped'}`}
          />
          <Table label="Skipped lines" fixed compact scrolls={260}>
            <thead>
              <tr>
                <Th width={56}>Line</Th>
                <Th width="34%">Code</Th>
                <Th>Reason</Th>
              </tr>
            </thead>
            <tbody>
              {skipped.map(({ line, voucher_code, reason }) => (
                <tr key={line}>
                  <Td tone="muted">{count(line)}</Td>
                  <Td room="tall">{voucher_code.slice(0, 100) || '–'}</Td>
                  <Td room="tall">{reason}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <Row gap={2} wrap>
            <Button size="small" start={<Download />} loading={saving} onClick={() => void save()}>
              Download skipped lines
            </Button>
            {skipped_count > skipped.length && (
              <Text size="caption" tone="muted">
                {id
                  ? `The first ${count(skipped.length)} are shown; the download has them all.`
                  : `The first ${count(skipped.length)} are shown; all can be downloaded after the import.`}
              </Text>
            )}
          </Row>
        </>
      )}
    </Stack>
  )
}

type LineProps = { Icon: typeof CheckCircle; tone: Tone; text: string }

const Line = ({ Icon, tone, text }: LineProps) => (
  <Row gap={2}>
    <Icon tone={tone} />
    <Text strong>{text}</Text>
  </Row>
)

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
