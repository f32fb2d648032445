import { type KeyboardEvent, useEffect, useRef } from 'react'

type Found = { query: string; count: number | undefined; id: string | undefined }

/**
 * Enter in the search box opens the row if it is the only one found, as soon as its response is there. `found` is what
 * the list shows; its count is undefined while the response is awaited. Returns a handler for the box's keys.
 */
export function useOpenSingle({ query, count, id }: Found, open: ((id: string) => void) | undefined) {
  const wanted = useRef<string | undefined>(undefined)

  function openFound(searchText: string) {
    if (wanted.current === undefined || query !== searchText || count === undefined) return
    wanted.current = undefined
    if (count === 1 && id) open?.(id)
  }

  useEffect(() => {
    if (wanted.current !== undefined) openFound(wanted.current)
  })

  return (event: KeyboardEvent) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement) || input.type !== 'search') return
    // Another letter begins another search.
    wanted.current = event.key === 'Enter' ? input.value.trim() || undefined : undefined
    if (wanted.current) openFound(wanted.current)
  }
}
