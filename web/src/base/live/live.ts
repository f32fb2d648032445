import { createStore } from '../createStore.ts'

// What pages need to know of the stream at once. The stream itself is loaded after the first screen: see LiveUpdates.tsx.

/** An event of the server, as the contract names it; `place` is its id in the stream. */
export type LiveEvent = {
  name: string
  place: number
  id: string
  version: number
  at: string
  by: string | null
}

/** What is printed or paid of an order changes without a new version of it. */
export const leavesVersion = ({ name }: LiveEvent): boolean =>
  name === 'order.printed' || name === 'order.paid' || name === 'order.invoiced'

let isOpen = false
const store = createStore()

/** Called when the stream opens and when it breaks. */
export function setLive(open: boolean): void {
  if (isOpen === open) return
  isOpen = open
  store.notify()
}

/** Whether changes arrive by themselves. */
export const useIsLive = (): boolean => store.use(() => isOpen)

/** The interval of a query: it asks while no stream tells. */
export const usePolling = (ms: number): number | false => (useIsLive() ? false : ms)

/** The rows that were changed a moment ago, and those that the list has lost. */
export type RowHighlights = { changed: ReadonlySet<string>; gone: ReadonlySet<string> }
export const noHighlights: RowHighlights = { changed: new Set(), gone: new Set() }

/** The attributes of a highlighted row; LiveRows says how it looks. */
export const highlightOf = ({ changed, gone }: RowHighlights, id: string) => ({
  'data-changed': changed.has(id) || undefined,
  'data-gone': gone.has(id) || undefined,
})
