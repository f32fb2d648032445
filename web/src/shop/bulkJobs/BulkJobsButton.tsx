import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Popover from '@mui/material/Popover'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { plural } from '../../base/format/format.ts'
import CheckCircle from '../../base/icons/CheckCircleOutlined.tsx'
import ErrorOutlined from '../../base/icons/ErrorOutlined.tsx'
import { BulkJobItem } from './BulkJobItem.tsx'
import { isRunning, progressOf, reached, resultOf, titleOf } from './bulkJobTexts.ts'
import { useBulkJobs } from './useBulkJobs.ts'

type Props = { ids: readonly string[] }

/** The bulk jobs of this person in the app bar, where they cover nothing; a panel has their reports and what can be done. */
export default function BulkJobsButton({ ids }: Props) {
  const { jobs, ...actions } = useBulkJobs(ids)
  const wide = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const running = jobs.filter(isRunning)
  const shown = running[0] ?? jobs[0]
  if (!shown) return null

  const text = isRunning(shown) ? progressOf(shown) : resultOf(shown)
  const others = jobs.length > 1 ? ` (${plural(jobs.length, 'job')})` : ''
  const hasFailed = shown.status === 'failed'
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`Bulk jobs. ${text}${others}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 44, minHeight: 40, gap: 1, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {isRunning(shown) ? (
          <CircularProgress
            size={18}
            thickness={6}
            color="inherit"
            aria-hidden
            variant={reached(shown) > 0 ? 'determinate' : 'indeterminate'}
            value={(100 * reached(shown)) / shown.total}
          />
        ) : hasFailed ? (
          <ErrorOutlined fontSize="small" />
        ) : (
          <CheckCircle fontSize="small" />
        )}
        {wide && text + others}
      </Button>
      <Box component="output" sx={visuallyHidden}>
        {isRunning(shown) ? `${titleOf(shown)}: running` : `${titleOf(shown)}: ${resultOf(shown)}`}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Bulk jobs',
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {jobs.map((job) => (
            <BulkJobItem key={job.id} job={job} actions={actions} />
          ))}
        </Box>
      </Popover>
    </>
  )
}
