import type { Endpoint, Input, Output } from '@our-print/contract/endpoint.ts'
import { type UseQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiError, call } from './call.ts'

export type Query<T> = UseQueryOptions<T, ApiError>

/** What useQuery needs to read an endpoint. The key is the endpoint and its input, so a write can name it. */
export const query = <E extends Endpoint>(endpoint: E, input: Input<E>): Query<Output<E>> => ({
  queryKey: [endpoint.url, input],
  queryFn: ({ signal }) => call(endpoint, input, { signal }),
})

/** A write says which lists it makes stale; everything else about it is the caller's. */
export function useWrite<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[]) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  return useMutation<Output<E>, ApiError, Input<E>>({
    mutationFn: (input) =>
      key.guard(input, (idempotencyKey) =>
        call(endpoint, input, endpoint.method === 'POST' ? { idempotencyKey } : {}),
      ),
    onSuccess: () => Promise.all(stale.map(({ url }) => client.invalidateQueries({ queryKey: [url] }))),
  })
}

/**
 * One key per attempt at one thing: it is kept while nobody knows whether the server acted (no answer, 5xx) and what
 * is sent stays the same, so that a retry is harmless; a clear answer or other input begins a new one.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ key: string; input: string } | undefined>(undefined)
  return {
    async guard<T>(input: unknown, run: (key: string) => Promise<T>): Promise<T> {
      const text = JSON.stringify(input) ?? ''
      if (attempt.current?.input !== text) attempt.current = { key: randomKey(), input: text }
      const { key } = attempt.current
      try {
        const answer = await run(key)
        attempt.current = undefined
        return answer
      } catch (error) {
        const { status } = error as ApiError
        if (status >= 400 && status < 500) attempt.current = undefined
        throw error
      }
    },
  }
}

/** Not crypto.randomUUID: a shop may serve plain http in its own network, where browsers hide that. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
