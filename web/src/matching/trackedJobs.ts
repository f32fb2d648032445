import type { BulkJob } from '@our-print/contract/lists/bulkJobs.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// The bulk jobs that this person started on this device and has not dismissed, newest first. They are kept over reloads.

const most = 5
const keyOf = () => `bulk jobs:${localStorage.getItem('id') ?? ''}`
const read = () => localStorage.getItem(keyOf()) ?? ''
const idsIn = (text: string) => text.split(',').filter(Boolean)

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab started or dismissed one.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function write(ids: readonly string[]) {
  if (ids.length > 0) localStorage.setItem(keyOf(), ids.slice(0, most).join())
  else localStorage.removeItem(keyOf())
  for (const listener of listeners) listener()
}

export const jobUrl = '/api/bulk-jobs/:id/'
/** The key of a bulk job in the cache. */
export const jobKey = (id: string) => [jobUrl, { params: { id } }]

/** Shows the progress of a bulk job in the app bar until it is dismissed; in the place of `instead`, if there is one. */
export function trackJob(client: QueryClient, job: BulkJob, instead = job.id): void {
  client.setQueryData(jobKey(job.id), job)
  write([job.id, ...idsIn(read()).filter((other) => other !== job.id && other !== instead)])
}

export const dismissJob = (id: string) => write(idsIn(read()).filter((other) => other !== id))

/** The ids of the bulk jobs to show. */
export const useTrackedJobs = (): readonly string[] => idsIn(useSyncExternalStore(subscribe, read))
