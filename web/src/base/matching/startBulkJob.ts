import type { Endpoint, Input } from '@our-print/contract/endpoint.ts'
import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../api/api.ts'
import { ApiError, send } from '../api/call.ts'
import { changeTracked } from './trackedJobs.ts'

const mostTracked = 5

export const jobUrl = '/api/bulk-jobs/:id/'
/** The key of a bulk job in the cache. */
export const jobKey = (id: string) => [jobUrl, { params: { id } }]

/** Shows the progress of a bulk job in the app bar until it is dismissed; in the place of `instead`, if there is one. */
export function trackJob(client: QueryClient, job: BulkJob, instead = job.id): void {
  client.setQueryData(jobKey(job.id), job)
  changeTracked((ids) =>
    [job.id, ...ids.filter((id) => id !== job.id && id !== instead)].slice(0, mostTracked),
  )
}

/** Creates a bulk job over all that match, whose progress the app bar shows from then on. */
export async function startBulkJob<E extends Endpoint>(
  client: QueryClient,
  creation: Pick<E, 'method' | 'url'>,
  input: Input<E>,
  idempotencyKey: string,
): Promise<void> {
  try {
    trackJob(client, (await send<E>(creation, input, { idempotencyKey })) as BulkJob)
  } catch (error) {
    // The list shows the number of now.
    if (error instanceof ApiError && error.code === 'count_changed')
      void client.invalidateQueries({ queryKey: [creation.url.replace('bulk-jobs/', '')] })
    throw error
  }
}

/** As a mutation: a retry cannot start a second job. The schemas of the endpoint are not loaded. */
export function useStartBulkJob<E extends Endpoint>(creation: Pick<E, 'method' | 'url'>) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  return useMutation<void, ApiError, Input<E>>({
    mutationFn: (input) =>
      key.guard(input, (idempotencyKey) => startBulkJob<E>(client, creation, input, idempotencyKey)),
  })
}
