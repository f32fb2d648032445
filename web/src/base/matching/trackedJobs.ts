import { createStore } from '../createStore.ts'

// The bulk jobs that this person started on this device and has not dismissed, newest first. They are kept over reloads.

const keyOf = () => `bulk jobs:${localStorage.getItem('id') ?? ''}`
const read = () => localStorage.getItem(keyOf()) ?? ''
const idsIn = (text: string) => text.split(',').filter(Boolean)

const store = createStore()
// Another tab changed them.
window.addEventListener('storage', store.notify)

/** Changes the ids of the bulk jobs to show, in this tab and in others. */
export function changeTracked(change: (ids: readonly string[]) => readonly string[]): void {
  localStorage.setItem(keyOf(), change(idsIn(read())).join())
  store.notify()
}

/** The ids of the bulk jobs to show. */
export const useTrackedJobs = (): readonly string[] => idsIn(store.use(read))
