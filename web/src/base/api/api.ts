import type { Endpoint, Input, Output } from '@our-print/contract/endpoint.ts'
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keptAnswer } from '../device/kept.ts'
import { ApiError, address, call } from './call.ts'
import { takeReceived } from './early.ts'
import { untilAnswered } from './keepAnswers.ts'

export type Query<T> = UseQueryOptions<T, ApiError>

/** What useQuery needs to read an endpoint. The key is the endpoint and its input, so a write can name it. */
export function query<E extends Endpoint>(endpoint: E, input: Input<E>): Query<Output<E>> {
  let isKept = false
  return {
    queryKey: [endpoint.url, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    initialData: () => {
      const { params, querystring } = input as { params?: unknown; querystring?: unknown }
      const asked = address(endpoint.url, params, querystring)
      const early = takeReceived(asked)
      const kept = early === undefined ? keptAnswer(asked) : undefined
      isKept = kept !== undefined
      return (early ?? kept?.data) as Output<E> | undefined
    },
    // Called after the data. What was kept is no answer yet, however young it is.
    initialDataUpdatedAt: () => (isKept ? 0 : undefined),
  }
}

/** Reads an endpoint; its `options` are those of useQuery. */
export const useRead = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Partial<Query<Output<E>>> = {},
) => useQuery({ ...query(endpoint, input), ...options })

/** A mutation of an endpoint; `stale` names the lists and records to read again after it. */
export function useWrite<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[]) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  return useMutation<Output<E>, ApiError, Input<E>>({
    mutationFn: async (input) => {
      await untilAnswered(client)
      return key.guard(input, (idempotencyKey) =>
        call(endpoint, input, isOnce(endpoint, input as object) ? { idempotencyKey } : {}),
      )
    },
    onSuccess: () => Promise.all(stale.map(({ url }) => client.invalidateQueries({ queryKey: [url] }))),
  })
}

/** What must not happen twice when an answer is lost: whatever a POST does, and a payment that goes with a delivery. */
const isOnce = ({ method }: Endpoint, input: object) =>
  method === 'POST' || ('body' in input && Object.hasOwn(Object(input.body), 'payment'))

/**
 * One idempotency key per attempt. The key is kept while the result is unknown (no response, 5xx) and the input is the
 * same, so that a retry cannot act twice; a clear response or other input starts a new one. A second click during a
 * request waits for the same response.
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
          if (error.status > 0 && error.status < 500) done()
          throw error
        })
        .finally(() => {
          delete mine.running
        })
      return mine.running as Promise<T>
    },
  }
}

/** JSON writes every file as {}: without this, another file would count as a retry. */
const nameFiles = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/** Not crypto.randomUUID: browsers hide it from pages served over plain http, as in a shop's own network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
