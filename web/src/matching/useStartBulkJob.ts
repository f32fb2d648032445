import type { Endpoint, Input } from '@our-print/contract/endpoint.ts'
import type { BulkJob } from '@our-print/contract/lists/bulkJobs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../api/api.ts'
import { type ApiError, send } from '../api/call.ts'
import { trackJob } from './trackedJobs.ts'

/** An endpoint that creates bulk jobs over a list. Its schemas are not loaded. */
export type Creation = Pick<Endpoint, 'method' | 'url'>

/** Creates a bulk job, whose progress the app bar shows from then on. */
export function useStartBulkJob<E extends Endpoint>(creation: Pick<E, 'method' | 'url'>) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  return useMutation<BulkJob, ApiError, Input<E>>({
    mutationFn: (input) =>
      key.guard(input, (idempotencyKey) => send<E>(creation, input, { idempotencyKey })) as Promise<BulkJob>,
    onSuccess: (job) => trackJob(client, job),
    onError: (error) => {
      // The list shows the number of now.
      if (error.code === 'count_changed')
        void client.invalidateQueries({ queryKey: [creation.url.replace('bulk-jobs/', '')] })
    },
  })
}
