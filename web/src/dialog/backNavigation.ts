type Handler = (event: PopStateEvent) => void

let guard: Handler | undefined

// A window asks its listeners in the order they came, so main.tsx loads this before the router listens.
window.addEventListener('popstate', (event) => guard?.(event))

/** Hears of Back and Forward before the router does, until the answer is called. */
export function interceptBack(handler: Handler): () => void {
  guard = handler
  return () => {
    if (guard === handler) guard = undefined
  }
}
