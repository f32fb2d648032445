type Listener = (event: PopStateEvent) => void

let guard: Listener | undefined

// Listeners of the window hear of Back in the order they came, and the router draws the other page at once: only one
// that was there before the router can hold it back. So this file is loaded first.
window.addEventListener('popstate', (event) => guard?.(event))

/** Hears of Back and Forward before the router does; answers the way to stop. */
export function guardBack(listener: Listener): () => void {
  guard = listener
  return () => {
    if (guard === listener) guard = undefined
  }
}
