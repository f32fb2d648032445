import { useSyncExternalStore } from 'react'

// The bulk jobs that this person started on this device and has not dismissed, newest first. They are kept over reloads.

const keyOf = () => `bulk jobs:${localStorage.getItem('id') ?? ''}`
const read = () => localStorage.getItem(keyOf()) ?? ''
const idsIn = (text: string) => text.split(',').filter(Boolean)

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Changes the ids of the bulk jobs to show, in this tab and in others. */
export function changeTracked(change: (ids: readonly string[]) => readonly string[]): void {
  localStorage.setItem(keyOf(), change(idsIn(read())).join())
  // The browser sends this event to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: keyOf() }))
}

/** The ids of the bulk jobs to show. */
export const useTrackedJobs = (): readonly string[] => idsIn(useSyncExternalStore(subscribe, read))
