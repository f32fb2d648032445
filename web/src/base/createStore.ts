import { useSyncExternalStore } from 'react'

/**
 * Tells components of state that is kept outside of them: in a module or in the browser's storage. `onUnused` is called
 * when the last component that uses it has left the page.
 */
export function createStore(onUnused = () => {}) {
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) onUnused()
    }
  }
  return {
    /** Called after each change. */
    notify: () => {
      for (const listener of listeners) listener()
    },
    /** What `read` gives now and after every change; the same value as long as it did not change. */
    use: <T>(read: () => T): T => useSyncExternalStore(subscribe, read),
  }
}
