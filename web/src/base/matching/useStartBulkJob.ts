import type { Endpoint, Input } from '@our-print/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../api/api.ts'
import type { ApiError } from '../api/call.ts'
import { startBulkJob } from './startBulkJob.ts'

/** As a mutation: a retry cannot start a second job. The schemas of the endpoint are not loaded. */
export function useStartBulkJob<E extends Endpoint>(creation: Pick<E, 'method' | 'url'>) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  return useMutation<void, ApiError, Input<E>>({
    mutationFn: (input) =>
      key.guard(input, (idempotencyKey) => startBulkJob<E>(client, creation, input, idempotencyKey)),
  })
}
