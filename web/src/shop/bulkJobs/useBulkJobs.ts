import type { BulkJob, cancelBulkJob, getBulkJob, undoBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, send } from '../../base/api/call.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { loadFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { jobKey, trackJob, jobUrl as url } from '../../base/matching/startBulkJob.ts'
import { changeTracked } from '../../base/matching/trackedJobs.ts'
import { isRunning, resultOf, staleOf, titleOf } from './bulkJobTexts.ts'

const pollMs = 1000

const dismissJob = (id: string) => changeTracked((ids) => ids.filter((other) => other !== id))

/** The bulk jobs of these ids with their progress, those that are not known yet left out. Says when one has ended. */
export function useBulkJobs(ids: readonly string[]): { jobs: BulkJob[] } & JobActions {
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

export type JobActions = ReturnType<typeof useJobActions>

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
