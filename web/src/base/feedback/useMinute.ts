import { useEffect, useState } from 'react'

/** Draws a component again each minute: waiting times and promises go on while nothing else happens. */
export function useMinute(): number {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((before) => before + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}
