import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useIdempotencyKey } from '../api/api.ts'
import { ApiError, upload } from '../api/call.ts'

/** The share of the file that is sent; 1 while the server works. */
export type Sending = { what: 'check' | 'import'; share: number }

/** Sends a file for a check or an import, and reports progress and result; `stale` names what to read again after an import. */
export function useCsvImport<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[]) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [sending, setSending] = useState<Sending>()
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef<AbortController | undefined>(undefined)
  const stopped = useRef(0)
  useEffect(() => () => running.current?.abort(), [])

  /** Resolves to the result; to undefined if it was cancelled or `error` has the reason. */
  async function send(
    what: Sending['what'],
    file: File | null,
    querystring: Record<string, unknown>,
  ): Promise<Output<E> | undefined> {
    if (!file || running.current) return undefined
    const stop = new AbortController()
    running.current = stop
    setError(null)
    setSending({ what, share: 0 })
    const form = new FormData()
    form.append('file', file)
    const options = {
      querystring,
      signal: stop.signal,
      onProgress: (share: number) => setSending({ what, share }),
    }
    // A cancelled upload was not imported: sending it again is a new attempt.
    const fingerprint = [stopped.current, querystring, file.name, file.size, file.lastModified]
    try {
      const done =
        what === 'check'
          ? await upload(endpoint, form, options)
          : await key.guard(fingerprint, (idempotencyKey) =>
              upload(endpoint, form, { ...options, idempotencyKey }),
            )
      if (what === 'import') {
        for (const { url } of stale) void client.invalidateQueries({ queryKey: [url] })
      }
      return done
    } catch (problem) {
      if (!stop.signal.aborted) setError(await explain(problem as ApiError, file))
      return undefined
    } finally {
      running.current = undefined
      setSending(undefined)
    }
  }

  function stop() {
    stopped.current += 1
    running.current?.abort()
  }

  return { send, sending, error, stop, forget: () => setError(null) }
}

/** A file that changed since it was chosen cannot be read any more, which looks like a lost connection. */
async function explain(error: ApiError, file: File): Promise<ApiError> {
  if (error.status !== 0) return error
  try {
    await file.slice(0, 1).arrayBuffer()
    return error
  } catch {
    const message = 'This file was changed or moved since it was chosen. Choose it again.'
    return new ApiError(0, { code: 'file_changed', message, errors: [{ message, context: { key: 'file' } }] })
  }
}
