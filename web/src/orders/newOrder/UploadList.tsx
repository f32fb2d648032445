import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import { longestRanges } from '@our-print/contract/printing/pageRanges.ts'
import { useId } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { fileSize, plural } from '../../base/format/format.ts'
import { ArrowDownward, Close, ErrorOutlined } from '../../base/icons/frame.tsx'
import { ArrowUpward } from '../../base/icons/home.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { pagesProblem } from '../../printing/sheets/countOrder.ts'
import type { UploadItem, Uploads } from './useUploads.ts'

const PreflightNote = lazyPart(() => import('../../printing/preflight/PreflightNote.tsx'))

/** The files in the order of printing, each with its state and actions. */
const UploadList = ({ uploads, paper }: { uploads: Uploads; paper: PaperSize }) => (
  <Box component="ol" aria-label="Files of this order" sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0 }}>
    {uploads.items.map((item, at) => (
      <Row
        key={item.key}
        item={item}
        uploads={uploads}
        paper={paper}
        first={at === 0}
        last={at === uploads.items.length - 1}
      />
    ))}
  </Box>
)

export default UploadList

type PaperSize = PrintOptions['paper_size']

type RowProps = { item: UploadItem; uploads: Uploads; paper: PaperSize; first: boolean; last: boolean }

function Row({ item, uploads, paper, first, last }: RowProps) {
  const { key, file, state } = item
  const bad = state === 'refused' || state === 'failed'
  const several = uploads.items.length > 1
  return (
    <Box component="li" sx={{ py: 0.75, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        {bad && <ErrorOutlined tone="danger" />}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ overflowWrap: 'anywhere', lineHeight: '18px' }}>{file.name}</Box>
          <Box
            role={bad ? 'alert' : undefined}
            sx={{
              typography: 'caption',
              color: bad ? 'error.main' : 'text.secondary',
              overflowWrap: 'anywhere',
            }}
          >
            {news(item)}
          </Box>
        </Box>
        {item.state === 'stored' && (
          <Box sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>{plural(item.upload.page_count, 'page')}</Box>
        )}
        {state === 'failed' && (
          <SecondaryButton size="small" onClick={() => uploads.retry(key)}>
            Retry
          </SecondaryButton>
        )}
        <Box sx={{ display: 'flex', mr: -0.5 }}>
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
        </Box>
      </Box>
      {item.state === 'stored' && (
        // Below the row: beside its buttons a phone would have no room for sentences.
        <PreflightNote
          waiting={<Box sx={{ minHeight: 20 }} />}
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
        <LinearProgress
          aria-label={`Upload of ${file.name}`}
          variant={counting(item) ? 'indeterminate' : 'determinate'}
          value={item.state === 'sending' ? Math.round(item.share * 100) : 0}
          sx={{ mt: 0.5, borderRadius: 1 }}
        />
      )}
    </Box>
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
  const size = fileSize(item.file.size)
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

/** Which pages of a file are printed, in which sequence. */
function PagesInput({ name, value, pageCount, onChange }: PagesProps) {
  const id = useId()
  const problem = pagesProblem({ id, page_ranges: value, page_count: pageCount })
  return (
    <Box sx={{ mt: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
        <label htmlFor={id}>Print pages</label>
        <OutlinedInput
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          error={problem !== undefined}
          placeholder={`All, or 1-3,${pageCount}`}
          slotProps={{
            input: {
              'aria-label': `Pages of ${name} to print`,
              'aria-describedby': problem ? `${id}-help` : undefined,
              maxLength: longestRanges,
              autoComplete: 'off',
              // Phones show digits and the comma; the hyphen is one tap away.
              inputMode: 'text',
            },
          }}
          sx={{ maxWidth: 220, '& input': { py: { xs: 1.25, sm: 0.5 } } }}
        />
      </Box>
      {problem && (
        <FormHelperText id={`${id}-help`} error role="alert">
          {problem}
        </FormHelperText>
      )}
    </Box>
  )
}
