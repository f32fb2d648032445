import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import { longestRanges } from '@our-print/contract/printing/pageRanges.ts'
import { useId } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { fileSize, plural } from '../../base/format/format.ts'
import { ArrowDownward, ArrowUpward, Close, ErrorOutlined } from '../../base/icons/frame.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { pagesProblem } from '../../printing/sheets/countOrder.ts'
import styles from './UploadList.module.css'
import type { UploadItem, Uploads } from './useUploads.ts'

const PreflightNote = lazyPart(() => import('../../printing/preflight/PreflightNote.tsx'))

/** The files in the order of printing, each with its state and actions. */
const UploadList = ({ uploads, paper }: { uploads: Uploads; paper: PaperSize }) => (
  <ol aria-label="Files of this order" className={styles.list}>
    {uploads.items.map((item, at) => (
      <FileRow
        key={item.key}
        item={item}
        uploads={uploads}
        paper={paper}
        first={at === 0}
        last={at === uploads.items.length - 1}
      />
    ))}
  </ol>
)

export default UploadList

type PaperSize = PrintOptions['paper_size']

type RowProps = { item: UploadItem; uploads: Uploads; paper: PaperSize; first: boolean; last: boolean }

function FileRow({ item, uploads, paper, first, last }: RowProps) {
  const { key, file, state } = item
  const bad = state === 'refused' || state === 'failed'
  const several = uploads.items.length > 1
  return (
    <li className={styles.file}>
      <div className={styles.row}>
        {bad && <ErrorOutlined tone="danger" />}
        <Stack fill>
          <Text flow="wrap">{file.name}</Text>
          <Text size="caption" flow="wrap" tone={bad ? 'danger' : 'muted'} role={bad ? 'alert' : undefined}>
            {news(item)}
          </Text>
        </Stack>
        {item.state === 'stored' && (
          <Text strong flow="keep">
            {plural(item.upload.page_count, 'page')}
          </Text>
        )}
        {state === 'failed' && (
          <Button size="small" onClick={() => uploads.retry(key)}>
            Retry
          </Button>
        )}
        <div className={styles.steps}>
          {several && state !== 'refused' && (
            <>
              <Step
                label={`Move ${file.name} up`}
                off={first}
                Icon={ArrowUpward}
                onClick={() => uploads.move(key, -1)}
              />
              <Step
                label={`Move ${file.name} down`}
                off={last}
                Icon={ArrowDownward}
                onClick={() => uploads.move(key, 1)}
              />
            </>
          )}
          <Step label={`Remove ${file.name}`} off={false} Icon={Close} onClick={() => uploads.remove(key)} />
        </div>
      </div>
      {item.state === 'stored' && (
        // Below the row: beside its buttons a phone would have no room for sentences.
        <PreflightNote
          waiting={<div className={styles.note} />}
          file={item.upload.id}
          name={file.name}
          paper={paper}
        />
      )}
      {item.state === 'stored' && item.upload.page_count > 1 && (
        <PagesInput
          name={file.name}
          value={item.pageRanges}
          pageCount={item.upload.page_count}
          onChange={(pages) => uploads.choosePages(key, pages)}
        />
      )}
      {(state === 'sending' || state === 'waiting') && (
        <ProgressBar
          label={`Upload of ${file.name}`}
          value={counting(item) ? undefined : item.state === 'sending' ? item.share * 100 : 0}
        />
      )}
    </li>
  )
}

type StepProps = { label: string; off: boolean; Icon: typeof Close; onClick: () => void }

const Step = ({ label, off, Icon, onClick }: StepProps) => (
  <IconButton size="small" aria-label={label} disabled={off} onClick={onClick}>
    <Icon size={16} />
  </IconButton>
)

/** The file is sent, and the server counts its pages. */
const counting = (item: UploadItem) => item.state === 'sending' && item.share >= 1

function news(item: UploadItem): string {
  // The file of an order is not here, only what is known of it.
  const size = fileSize(item.state === 'stored' ? item.upload.size : item.file.size)
  switch (item.state) {
    case 'waiting':
      return `${size} · waiting`
    case 'sending':
      return counting(item) ? `${size} · counting pages` : `${size} · ${Math.round(item.share * 100)} % sent`
    case 'stored':
      return size
    default:
      return item.message
  }
}

type PagesProps = { name: string; value: string; pageCount: number; onChange: (pages: string) => void }

/** How pages are written, by pages that this file has. */
const pagesExample = (count: number) =>
  count < 3 ? `All, or ${count}` : count === 3 ? 'All, or 1,3' : `All, or 1-2,${count}`

/** Which pages of a file are printed, in which sequence. */
function PagesInput({ name, value, pageCount, onChange }: PagesProps) {
  const id = useId()
  const problem = pagesProblem({ id, page_ranges: value, page_count: pageCount })
  return (
    <Stack gap={1}>
      <Row gap={2}>
        <label htmlFor={id}>
          <Text size="small">Print pages</Text>
        </label>
        <div className={styles.pages}>
          <Input
            id={id}
            size="small"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            placeholder={pagesExample(pageCount)}
            aria-label={`Pages of ${name} to print`}
            aria-describedby={problem ? `${id}-help` : undefined}
            aria-invalid={problem !== undefined}
            maxLength={longestRanges}
            autoComplete="off"
            // Phones show digits and the comma; the hyphen is one tap away.
            inputMode="text"
          />
        </div>
      </Row>
      {problem && (
        <Text as="div" size="caption" tone="danger" id={`${id}-help`} role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
