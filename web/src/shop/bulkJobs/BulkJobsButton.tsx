import { entities } from '@our-print/contract/entities.ts'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { BulkJob, cancelBulkJob, getBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, send } from '../../base/api/call.ts'
import { loadFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { asText, count, plural } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle, ErrorOutlined } from '../../base/icons/frame.tsx'
import { jobKey, jobUrl as url } from '../../base/matching/startBulkJob.ts'
import { changeTracked } from '../../base/matching/trackedJobs.ts'
import { useUndoBulk } from '../../base/matching/useUndoBulk.ts'
import { usePopup } from '../../base/page/usePopup.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Popover } from '../../base/ui/Popover.tsx'
import { ProgressBar, ProgressRing } from '../../base/ui/ProgressBar.tsx'
import { Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import { useMinWidth } from '../../base/ui/useWidth.ts'
import styles from './BulkJobsButton.module.css'

/** What is being done, what is to be done, and what was done. */
type Words = { doing: string; act: string; done: string }

const moves: Record<OrderStatus, Words> = {
  assigned: { doing: 'Assigning', act: 'Assign', done: 'assigned' },
  confirmed: { doing: 'Unassigning', act: 'Unassign', done: 'unassigned' },
  'out-for-delivery': { doing: 'Sending out', act: 'Send out', done: 'out for delivery' },
  delivered: { doing: 'Completing', act: 'Complete', done: 'delivered' },
  cancelled: { doing: 'Cancelling', act: 'Cancel', done: 'cancelled' },
}

function wordsOf({ kind, action, change }: BulkJob): Words {
  if (action === 'delete') return { doing: 'Deleting', act: 'Delete', done: 'deleted' }
  if (action === 'print') return { doing: 'Printing', act: 'Print', done: 'in the queue' }
  if (action === 'undo' && kind === 'print_job')
    return { doing: 'Cancelling', act: 'Cancel', done: 'cancelled' }
  if (kind === 'customer' && action === 'update') return { doing: 'Tagging', act: 'Tag', done: 'tagged' }
  if (action === 'undo') return { doing: 'Undoing', act: 'Undo', done: 'changed back' }
  if (change?.status || change?.assigned_user) return moves[change.status ?? 'assigned']
  return { doing: 'Changing', act: 'Change', done: 'changed' }
}

const isRunning = ({ status }: BulkJob) => status === 'queued' || status === 'running'

const reached = ({ changed, unchanged, refused }: BulkJob) => changed + unchanged + refused

const percentOf = (job: BulkJob) => (100 * reached(job)) / job.total

/** 'Assign 2,000 orders to Suresh Nair' */
function titleOf(job: BulkJob): string {
  const { act } = wordsOf(job)
  const { one, many } = entities[job.kind]
  const records = plural(job.total, one, many)
  const person = job.assigned_user_data?.full_name
  return person ? `${act} ${records} to ${person}` : asText(`${act} ${records}`)
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
  customer: ['/api/users/', '/api/users/:id/', '/api/customer-tags/'],
  print_job: ['/api/print-jobs/', '/api/print-jobs/:id/', '/api/print-jobs/of-order/:id/', '/api/floor/'],
  company: ['/api/clients/', '/api/get-voucher/', '/api/voucher-groups/', '/api/contact_us/', '/api/bin/'],
  voucher: ['/api/get-voucher/', '/api/voucher-groups/', '/api/clients/', '/api/bin/'],
  qr_code: ['/api/qr-codes/', '/api/bin/'],
}

type Props = { ids: readonly string[] }

/** The bulk jobs of this person in the app bar, where they cover nothing; a panel has their reports and what can be done. */
export default function BulkJobsButton({ ids }: Props) {
  const wide = useMinWidth('desk')
  const { anchor, button, close } = usePopup('dialog')
  const { jobs, ...actions } = useBulkJobs(ids, anchor !== null)
  const running = jobs.filter(isRunning)
  const shown = running[0] ?? jobs[0]
  if (!shown) return null

  const text = isRunning(shown) ? progressOf(shown) : resultOf(shown)
  const others = jobs.length > 1 ? ` (${plural(jobs.length, 'job')})` : ''
  const hasFailed = shown.status === 'failed'
  return (
    <>
      <Button look="plain" aria-label={`Bulk jobs. ${text}${others}`} {...button}>
        {isRunning(shown) ? (
          <ProgressRing size={20} value={reached(shown) > 0 ? percentOf(shown) : undefined} />
        ) : hasFailed ? (
          <ErrorOutlined />
        ) : (
          <CheckCircle />
        )}
        {wide && text + others}
      </Button>
      <VisuallyHidden as="output">
        {isRunning(shown) ? `${titleOf(shown)}: running` : `${titleOf(shown)}: ${resultOf(shown)}`}
      </VisuallyHidden>
      {anchor && (
        <Popover label="Bulk jobs" anchor={anchor} onClose={close} size="medium">
          <ul className={styles.jobs}>
            {jobs.map((job) => (
              <BulkJobItem key={job.id} job={job} actions={actions} />
            ))}
          </ul>
        </Popover>
      )}
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
    <li className={styles.job}>
      <Text as="div" strong flow="wrap">
        {titleOf(job)}
      </Text>
      {running && (
        <div className={styles.progress}>
          <ProgressBar value={percentOf(job)} label={titleOf(job)} />
        </div>
      )}
      <Text
        as="div"
        tone={job.status === 'failed' ? 'danger' : 'muted'}
        aria-live={running ? 'off' : 'polite'}
      >
        {running ? progressOf(job) : resultOf(job)}
      </Text>
      {job.error && (
        <Text as="div" tone="muted">
          {job.error}
        </Text>
      )}
      <Row gap={2} className={styles.actions}>
        {buttons.map(({ label, act }) => (
          <Button
            key={label}
            size="small"
            loading={pending === label}
            onClick={() => {
              setPending(label)
              void act(job).finally(() => setPending(undefined))
            }}
          >
            {label}
          </Button>
        ))}
      </Row>
    </li>
  )
}

const pollMs = 1000

const dismissJob = (id: string) => changeTracked((ids) => ids.filter((other) => other !== id))

/**
 * The bulk jobs of these ids with their progress, those that are not known yet left out. Says when one has ended, unless
 * somebody sees it in the panel.
 */
function useBulkJobs(ids: readonly string[], isWatched: boolean): { jobs: BulkJob[] } & JobActions {
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
        if (!isWatched) announce(job, actions)
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
    ...(job.can_undo && { undo: () => void undo(job) }),
    next: [{ label: 'Report', onClick: () => void report(job) }],
  })
}

type JobActions = ReturnType<typeof useJobActions>

/** What can be done with a bulk job; a failure is said in a toast. */
function useJobActions() {
  const client = useQueryClient()
  const undo = useUndoBulk()
  const attempt = (act: () => Promise<void>) => act().catch((error: Error) => toast.failure(error))
  const input = ({ id }: BulkJob) => ({ params: { id } })

  return {
    cancel: (job: BulkJob) =>
      attempt(async () => {
        const endpoint = { method: 'POST', url: '/api/bulk-jobs/:id/cancel/' } as const
        client.setQueryData(jobKey(job.id), await send<typeof cancelBulkJob>(endpoint, input(job)))
      }),
    undo: (job: BulkJob) =>
      undo({ id: job.id, title: titleOf(job), warns: job.change?.status === 'out-for-delivery' }),
    report: (job: BulkJob) =>
      attempt(async () => {
        const file = await loadFile(() => import('../../base/api/download.ts'))
        if (!file) return
        toast.success(`Saved as ${await file.downloadCsv(`/api/bulk-jobs/${job.id}/records/`, {}, () => {})}`)
      }),
    dismiss: ({ id }: BulkJob) => dismissJob(id),
  }
}
