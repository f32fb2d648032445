import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

type Actions = { open: ((id: string) => void) | undefined; toggle: ((id: string) => void) | undefined }

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[data-row]') ?? null

/** Whether the key is meant for a field, a dialog or a menu, or for the browser. */
function isMeantElsewhere({
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: globalThis.KeyboardEvent): boolean {
  const typing = (target as HTMLElement).closest?.(
    'input:not([type=checkbox]), textarea, select, [contenteditable=true], dialog, [role=menu]',
  )
  return Boolean(typing) || ctrlKey || metaKey || altKey || defaultPrevented
}

/** j and k move the focus from row to row of a list, x selects the row, Enter opens it. Rows have `data-row`, their id. */
export function useListKeys(list: RefObject<HTMLElement | null>, { open, toggle }: Actions): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (isMeantElsewhere(event)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const row = rowOf(document.activeElement)
      const at = row ? rows.indexOf(row) : -1
      const id = rows[at]?.dataset['row']
      if (event.key === 'j' || event.key === 'k') {
        const next = event.key === 'j' ? rows[at + 1] : rows[Math.max(0, at - 1)]
        if (!next) return
        event.preventDefault()
        next.focus()
      } else if (event.key === 'x' && id && toggle) {
        event.preventDefault()
        toggle(id)
      } else if (event.key === 'Enter' && id && open && document.activeElement === row) {
        event.preventDefault()
        open(id)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, open, toggle])
}

type Found = { query: string; count: number | undefined; id: string | undefined }

/**
 * Enter in the search box opens the row if it is the only one found, as soon as its response is there. `found` is what
 * the list shows; its count is undefined while the response is awaited. Returns a handler for the box's keys.
 */
export function useOpenSingle({ query, count, id }: Found, open: ((id: string) => void) | undefined) {
  const wanted = useRef<string | undefined>(undefined)

  function openFound(words: string) {
    if (wanted.current === undefined || query !== words || count === undefined) return
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
