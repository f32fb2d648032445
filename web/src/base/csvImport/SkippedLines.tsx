import { csvCell } from '@our-print/contract/csvCell.ts'
import { useState } from 'react'
import { downloadCsv, offerDownload } from '../api/download.ts'
import { toast } from '../feedback/toast.ts'
import { count, plural } from '../format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  FileDownloadOutlined as Download,
  WarningAmberOutlined as Warning,
} from '../icons/frame.tsx'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/Layout.tsx'
import { Table, Td, Th } from '../ui/Table.tsx'
import { Text } from '../ui/Text.tsx'

/** A line, what it is about, and why it is skipped. */
type Skip = { line: number; about: string; reason: string }

type Props = {
  /** The heading of what a line is about, and its name in the file. */
  column: { title: string; name: string }
  /** The first of them. */
  skipped: readonly Skip[]
  total: number
  /** Where the server has them all; after a check nowhere. */
  url: string | undefined
}

/** The lines that an import has skipped or would skip, with a file of them. */
export function SkippedLines({ column, skipped, total, url }: Props) {
  const [saving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    try {
      if (url) await downloadCsv(url, {}, () => {})
      else offerDownload(new Blob([csvOf(column.name, skipped)], { type: 'text/csv' }), 'skipped-lines.csv')
    } catch (error) {
      toast.failure(`The lines were not saved. ${(error as Error).message}`)
    } finally {
      setSaving(false)
    }
  }

  if (total === 0) return null
  return (
    <>
      <ReportLine bad text={`${plural(total, 'line')} ${url ? 'skipped' : 'will be skipped'}`} />
      <Table label="Skipped lines" fixed compact scrolls={260}>
        <thead>
          <tr>
            <Th width={56}>Line</Th>
            <Th width="34%">{column.title}</Th>
            <Th>Reason</Th>
          </tr>
        </thead>
        <tbody>
          {skipped.map(({ line, about, reason }) => (
            <tr key={line}>
              <Td tone="muted">{count(line)}</Td>
              <Td room="tall">{about.slice(0, 100) || '–'}</Td>
              <Td room="tall">{reason}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Row gap={2} wrap>
        <Button size="small" start={<Download />} loading={saving} onClick={() => void save()}>
          Download skipped lines
        </Button>
        {total > skipped.length && (
          <Text size="caption" tone="muted">
            {url
              ? `The first ${count(skipped.length)} are shown; the download has them all.`
              : `The first ${count(skipped.length)} are shown; all can be downloaded after the import.`}
          </Text>
        )}
      </Row>
    </>
  )
}

/** A line of a report with its mark. */
export const ReportLine = ({ text, bad }: { text: string; bad?: boolean }) => {
  const Icon = bad ? Warning : CheckCircle
  return (
    <Row gap={2}>
      <Icon tone={bad ? 'warning' : 'success'} />
      <Text strong>{text}</Text>
    </Row>
  )
}

// With a mark at the start, or spreadsheets take it for an old encoding.
const csvOf = (name: string, lines: readonly Skip[]) =>
  [
    `\uFEFFline,${name},reason`,
    ...lines.map(({ line, about, reason }) => [String(line), csvCell(about), csvCell(reason)].join(',')),
  ].join('\r\n')
