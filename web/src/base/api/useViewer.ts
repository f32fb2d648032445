import { createStore } from '../createStore.ts'
import { readViewer, type Viewer } from './role.ts'

const store = createStore()

/** Who was signed in when somebody last looked. */
let seen: { id: string | null; viewer: Viewer | null } = { id: null, viewer: null }
/** Held: who was there is still shown, without a session. Changed: their screens go, and then those of somebody else come. */
let state: 'current' | 'held' | 'changed' = 'current'

function look(): Viewer | null {
  if (state === 'current') seen = { id: localStorage.getItem('id'), viewer: readViewer() }
  return state === 'changed' ? null : seen.viewer
}

/** Called when somebody signed in or out, in this tab or another one, or may do something else now. */
export function noteViewer(): void {
  if (state === 'held' && localStorage.getItem('token') !== null) {
    const isSame = localStorage.getItem('id') === seen.id
    state = isSame ? 'current' : 'changed'
    if (!isSame) setTimeout(releaseViewer)
  }
  store.notify()
}

/** The session has ended, and the screens stay as they are until the person has signed in again, here or in another tab. */
export function holdViewer(): void {
  if (seen.viewer) state = 'held'
  store.notify()
}

/** Ends that: the sign-in is shown, or whoever is signed in now. */
export function releaseViewer(): void {
  state = 'current'
  store.notify()
}

export const useIsHeld = (): boolean => store.use(() => state === 'held')

export const useViewer = (): Viewer | null => store.use(look)
