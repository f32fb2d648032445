import { createStore } from '../createStore.ts'
import { isTokenEnded } from './call.ts'
import { readViewer, type Viewer } from './role.ts'

const store = createStore()

/** Called when somebody signed in or out, in this tab or another one, or may do something else now. */
export const noteViewer = store.notify

/** Whether the session has ended, and what is shown waits until the person has signed in again, here or in another tab. */
export const useIsHeld = (): boolean => store.use(isTokenEnded)

export const useViewer = (): Viewer | null => store.use(readViewer)
