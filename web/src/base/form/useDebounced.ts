import { useEffect, useState } from 'react'

/** The value, updated only after it has not changed for a moment: a search waits until the typing pauses. */
export function useDebounced<T>(value: T, pauseMs = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs)
    return () => window.clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
