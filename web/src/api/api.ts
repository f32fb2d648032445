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
 * is sent stays the same, so that a retry is harmless; a clear answer or other input begins a new one. A second click
 * while the first is on its way waits for the same answer.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ key: string; input: string; running?: Promise<unknown> } | undefined>(undefined)
  return {
    guard<T>(input: unknown, run: (key: string) => Promise<T>): Promise<T> {
      const text = JSON.stringify(input, nameFiles) ?? ''
      if (attempt.current?.input !== text) attempt.current = { key: randomKey(), input: text }
      const mine = attempt.current
      const done = () => {
        if (attempt.current === mine) attempt.current = undefined
      }
      mine.running ??= run(mine.key)
        .then((answer) => {
          done()
          return answer
        })
        .catch((error: ApiError) => {
          if (error.status >= 400 && error.status < 500) done()
          throw error
        })
        .finally(() => {
          delete mine.running
        })
      return mine.running as Promise<T>
    },
  }
}

/** A file would be {} like any other, and another one would pass for a retry. */
const nameFiles = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/** Not crypto.randomUUID: a shop may serve plain http in its own network, where browsers hide that. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
