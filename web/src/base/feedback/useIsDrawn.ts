import { startTransition, useEffect, useState } from 'react'

let wasDrawn = false

/**
 * Whether what is seen first of the first screen is drawn already: what lies below it, or is loaded later, waits until then, so
 * that a slow phone shows the first part sooner. Later screens draw all at once, since the browser goes back to where they
 * were scrolled.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(wasDrawn)
  useEffect(() => {
    if (isDrawn) return undefined
    // The frame itself is drawn after this.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        noteDrawn()
        startTransition(() => setDrawn(true))
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isDrawn])
  return isDrawn
}

/** Screens draw all at once from now on. */
export function noteDrawn(): void {
  wasDrawn = true
}
