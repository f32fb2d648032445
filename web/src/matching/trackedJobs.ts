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

/** Shows the progress of a bulk job in the app bar until it is dismissed. */
export const trackJob = (id: string) => write([id, ...idsIn(read()).filter((other) => other !== id)])

export const dismissJob = (id: string) => write(idsIn(read()).filter((other) => other !== id))

/** The ids of the bulk jobs to show. */
export const useTrackedJobs = (): readonly string[] => idsIn(useSyncExternalStore(subscribe, read))
