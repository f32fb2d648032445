type Handler = (event: PopStateEvent) => void

let guard: Handler | undefined

// Listeners run in the order of registration, so main.tsx loads this module before the router.
window.addEventListener('popstate', (event) => guard?.(event))

/** Calls the handler on Back and Forward, before the router. Returns the function that stops it. */
export function interceptBack(handler: Handler): () => void {
  guard = handler
  return () => {
    if (guard === handler) guard = undefined
  }
}
