import { useEffect, useEffectEvent } from 'react'

/** After the first screen and its data. */
const startMs = 2_000

/** Runs once when the first screen is there: for files that nobody waits for, and that may be needed without a network. */
export function useAfterFirstView(run: () => void): void {
  const start = useEffectEvent(run)
  useEffect(() => {
    const timer = setTimeout(() => start(), startMs)
    return () => clearTimeout(timer)
  }, [])
}
