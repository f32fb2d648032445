import { createStore } from '../createStore.ts'
import { readViewer, type Viewer } from './role.ts'

const store = createStore()

/** Called when somebody signed in or out, in this tab or another one, or may do something else now. */
export const noteViewer = store.notify

export const useViewer = (): Viewer | null => store.use(readViewer)
