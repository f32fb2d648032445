import { useRef } from 'react'

/**
 * Runs one call at a time and ignores others meanwhile: the second click of a double click can come before the button
 * is drawn as busy. An ignored call resolves to undefined.
 */
export function useSingleFlight() {
  const running = useRef(false)
  return async function run<T>(call: () => T | Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined
    running.current = true
    try {
      return await call()
    } finally {
      running.current = false
    }
  }
}
