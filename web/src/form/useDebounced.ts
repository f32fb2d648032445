import { useEffect, useState } from 'react'

/** A value that follows once it has stood still for a moment: a search that waits for the typing to pause. */
export function useDebounced<T>(value: T, pauseMs = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs)
    return () => window.clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
