import { useEffect } from 'react'
import { useLocation, useSearchParams } from '../router/router.tsx'

type Values = Record<string, string | null>

/** A write that the screen does not show yet: the router renders in a transition, so a second click may come first. */
let pending: { shown: string; written: URLSearchParams } | undefined

/**
 * The query parameters of the address, and a function that sets some of them; null removes one. A write keeps those of
 * an earlier write that is not on the screen yet, also of another component.
 */
export function useAddressQuery() {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const shown = `${pathname}?${search.toString()}`
  useEffect(() => {
    if (pending?.shown !== shown) pending = undefined
  }, [shown])

  function write(values: Values, options: { replace?: boolean } = {}) {
    const next = new URLSearchParams(pending?.shown === shown ? pending.written : search)
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    pending = { shown, written: next }
    setSearch(next, options)
  }

  return [search, write] as const
}
