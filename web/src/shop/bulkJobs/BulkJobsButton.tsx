import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import LinearProgress from '@mui/material/LinearProgress'
import Popover from '@mui/material/Popover'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { entities } from '@our-print/contract/entities.ts'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { BulkJob, cancelBulkJob, getBulkJob, undoBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, send } from '../../base/api/call.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { loadFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { count, plural } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle, ErrorOutlined } from '../../base/icons/frame.tsx'
import { jobKey, trackJob, jobUrl as url } from '../../base/matching/startBulkJob.ts'
import { changeTracked } from '../../base/matching/trackedJobs.ts'
import { SecondaryButton, TextButton } from '../../base/page/Page.tsx'
import { usePopup } from '../../base/page/usePopup.ts'

/** What is being done, what is to be done, and what was done. */
type Words = { doing: string; act: string; done: string }

const moves: Record<OrderStatus, Words> = {
  assigned: { doing: 'Assigning', act: 'Assign', done: 'assigned' },
  confirmed: { doing: 'Unassigning', act: 'Unassign', done: 'unassigned' },
  'out-for-delivery': { doing: 'Sending out', act: 'Send out', done: 'out for delivery' },
  delivered: { doing: 'Completing', act: 'Complete', done: 'delivered' },
  cancelled: { doing: 'Cancelling', act: 'Cancel', done: 'cancelled' },
}

function wordsOf({ action, change }: BulkJob): Words {
  if (action === 'delete') return { doing: 'Deleting', act: 'Delete', done: 'deleted' }
  if (action === 'undo') return { doing: 'Undoing', act: 'Undo', done: 'changed back' }
  return moves[change?.status ?? 'assigned']
}

const isRunning = ({ status }: BulkJob) => status === 'queued' || status === 'running'

const reached = ({ changed, unchanged, refused }: BulkJob) => changed + unchanged + refused

/** 'Assign 2,000 orders to Suresh Nair' */
function titleOf(job: BulkJob): string {
  const to = job.assigned_user_data ? ` to ${job.assigned_user_data.full_name}` : ''
  const { one, many } = entities[job.kind]
  return `${wordsOf(job).act} ${plural(job.total, one, many)}${to}`
}

/** 'Assigning: 1,200 of 2,000' */
const progressOf = (job: BulkJob) => `${wordsOf(job).doing}: ${count(reached(job))} of ${count(job.total)}`

/** '1,998 assigned, 2 refused' */
function resultOf(job: BulkJob): string {
  const { status, changed, unchanged, refused, total } = job
  const left = total - reached(job)
  const parts = [
    `${count(changed)} ${wordsOf(job).done}`,
    unchanged > 0 && `${count(unchanged)} already so`,
    refused > 0 && `${count(refused)} refused`,
    left > 0 && `${count(left)} not changed`,
  ]
  const start = status === 'cancelled' ? 'Cancelled: ' : status === 'failed' ? 'Failed: ' : ''
  return start + parts.filter(Boolean).join(', ')
}

/** The lists and records that a job changes, to be read again at its end. */
const staleOf: Record<BulkJob['kind'], readonly string[]> = {
  order: [
    '/api/all-orders/',
    '/api/my_orders/',
    '/api/all-orders/:id/',
    '/api/staff_users/',
    '/api/dashboard',
  ],
  company: ['/api/clients/', '/api/get-voucher/', '/api/voucher-groups/', '/api/contact_us/', '/api/bin/'],
  voucher: ['/api/get-voucher/', '/api/voucher-groups/', '/api/clients/', '/api/bin/'],
  qr_code: ['/api/qr-codes/', '/api/bin/'],
}

type Props = { ids: readonly string[] }

/** The bulk jobs of this person in the app bar, where they cover nothing; a panel has their reports and what can be done. */
export default function BulkJobsButton({ ids }: Props) {
  const { jobs, ...actions } = useBulkJobs(ids)
  const wide = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true })
  const { anchor, button, close } = usePopup('dialog')
  const running = jobs.filter(isRunning)
  const shown = running[0] ?? jobs[0]
  if (!shown) return null

  const text = isRunning(shown) ? progressOf(shown) : resultOf(shown)
  const others = jobs.length > 1 ? ` (${plural(jobs.length, 'job')})` : ''
  const hasFailed = shown.status === 'failed'
  return (
    <>
      <TextButton
        aria-label={`Bulk jobs. ${text}${others}`}
        {...button}
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
          <ErrorOutlined />
        ) : (
          <CheckCircle />
        )}
        {wide && text + others}
      </TextButton>
      <Box component="output" sx={visuallyHidden}>
        {isRunning(shown) ? `${titleOf(shown)}: running` : `${titleOf(shown)}: ${resultOf(shown)}`}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
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

type BulkJobItemProps = { job: BulkJob; actions: JobActions }

/** One bulk job in the panel: its progress with Cancel, or its result with Report, Undo and Dismiss. */
function BulkJobItem({ job, actions }: BulkJobItemProps) {
  const [pending, setPending] = useState<string>()
  const running = isRunning(job)
  const buttons = running
    ? [{ label: 'Cancel', act: actions.cancel }]
    : [
        { label: 'Report', act: actions.report },
        ...(job.can_undo ? [{ label: 'Undo', act: actions.undo }] : []),
        { label: 'Dismiss', act: async (done: BulkJob) => actions.dismiss(done) },
      ]
  return (
    <Box component="li" sx={{ p: 2 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{titleOf(job)}</Box>
      {running && (
        <LinearProgress
          variant="determinate"
          value={(100 * reached(job)) / job.total}
          aria-label={titleOf(job)}
          sx={{ my: 1 }}
        />
      )}
      <Box sx={{ color: job.status === 'failed' ? 'error.main' : 'text.secondary' }}>
        {running ? progressOf(job) : resultOf(job)}
      </Box>
      {job.error && <Box sx={{ color: 'text.secondary' }}>{job.error}</Box>}
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        {buttons.map(({ label, act }) => (
          <SecondaryButton
            key={label}
            size="small"
            loading={pending === label}
            onClick={() => {
              setPending(label)
              void act(job).finally(() => setPending(undefined))
            }}
            sx={{ minHeight: { xs: 44, md: 0 } }}
          >
            {label}
          </SecondaryButton>
        ))}
      </Box>
    </Box>
  )
}

const pollMs = 1000

const dismissJob = (id: string) => changeTracked((ids) => ids.filter((other) => other !== id))

/** The bulk jobs of these ids with their progress, those that are not known yet left out. Says when one has ended. */
function useBulkJobs(ids: readonly string[]): { jobs: BulkJob[] } & JobActions {
  const client = useQueryClient()
  const actions = useJobActions()
  const jobs = useQueries({
    queries: ids.map((id) => ({
      queryKey: jobKey(id),
      queryFn: () => readJob(id),
      refetchInterval: ({ state }: { state: { data?: BulkJob | null | undefined } }) =>
        state.data === undefined || (state.data && isRunning(state.data)) ? pollMs : false,
      staleTime: pollMs,
    })),
  }).flatMap(({ data }) => data ?? [])

  const running = useRef(new Set<string>())
  const onChange = useEffectEvent(() => {
    for (const job of jobs) {
      if (isRunning(job)) running.current.add(job.id)
      else if (running.current.delete(job.id)) {
        for (const stale of staleOf[job.kind]) void client.invalidateQueries({ queryKey: [stale] })
        announce(job, actions)
      }
    }
  })
  useEffect(() => onChange())
  return { jobs, ...actions }
}

/** Null for a job that the server does not have (any more): it is shown no longer. */
async function readJob(id: string): Promise<BulkJob | null> {
  try {
    return await send<typeof getBulkJob>({ method: 'GET', url }, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error
    dismissJob(id)
    return null
  }
}

function announce(job: BulkJob, { report, undo }: JobActions): void {
  if (job.status === 'failed')
    return toast.failure(`${titleOf(job)}: it failed. ${resultOf(job)}`, job.error ?? '')
  toast.success(resultOf(job), {
    next: [
      { label: 'Report', onClick: () => void report(job) },
      ...(job.can_undo ? [{ label: 'Undo', onClick: () => void undo(job) }] : []),
    ],
  })
}

type JobActions = ReturnType<typeof useJobActions>

const undoWarning =
  'Orders that are out for delivery go back to Assigned. Their history will show this as a failed attempt, and it counts as one.'

/** What can be done with a bulk job; a failure is said in a toast. */
function useJobActions() {
  const client = useQueryClient()
  const confirm = useConfirm()
  const attempt = (act: () => Promise<void>) => act().catch((error: Error) => toast.failure(error))
  const input = ({ id }: BulkJob) => ({ params: { id } })

  return {
    cancel: (job: BulkJob) =>
      attempt(async () => {
        const endpoint = { method: 'POST', url: '/api/bulk-jobs/:id/cancel/' } as const
        client.setQueryData(jobKey(job.id), await send<typeof cancelBulkJob>(endpoint, input(job)))
      }),
    undo: (job: BulkJob) =>
      attempt(async () => {
        const warns = job.change?.status === 'out-for-delivery'
        const question = {
          title: `Undo “${titleOf(job)}”?`,
          body: undoWarning,
          action: 'Undo',
          cancel: 'Keep',
        }
        if (warns && !(await confirm(question))) return
        const endpoint = { method: 'POST', url: '/api/bulk-jobs/:id/undo/' } as const
        trackJob(client, await send<typeof undoBulkJob>(endpoint, input(job)), job.id)
      }),
    report: (job: BulkJob) =>
      attempt(async () => {
        const file = await loadFile(() => import('../../base/api/download.ts'))
        if (!file) return
        toast.success(`Saved as ${await file.downloadCsv(`/api/bulk-jobs/${job.id}/records/`, {}, () => {})}`)
      }),
    dismiss: ({ id }: BulkJob) => dismissJob(id),
  }
}
