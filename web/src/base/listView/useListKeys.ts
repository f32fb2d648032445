import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { lazyFile } from '../feedback/lazyPart.tsx'
import { isTyping } from '../page/keys.ts'
import { useKeyDown } from '../useKeyDown.ts'
import type { KeyedList, onSelectionKey } from './selectionKeys.ts'

type Actions = {
  open: ((id: string) => void) | undefined
  /** Undefined where nothing can be selected. */
  selection: KeyedList['selection'] | undefined
}

// Loaded with the first selection, and then there at once.
const file = lazyFile(() => import('./selectionKeys.ts'))
let more: typeof onSelectionKey | undefined
const loadMore = async () => (more = (await file.get())?.onSelectionKey)

const isForSelection = (key: string, isSome: boolean, isInRow: boolean) =>
  isSome ? /^(?:[JKasp]|Escape|Tab)$/.test(key) : isInRow && /^[JKasp]$/.test(key)

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[data-row]') ?? null

/** The rows of a list, and the one in focus with its place. */
function placeIn(list: HTMLElement | null) {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const row = rowOf(document.activeElement)
  return { rows, row, at: row ? rows.indexOf(row) : -1 }
}

/** j and k move the focus from row to row of a list, x selects the row, Enter opens it. Rows have `data-row`, their id. */
export function useListKeys(list: RefObject<HTMLElement | null>, { open, selection }: Actions): void {
  /** Acts on a key of the selection, once the file for it is there; returns whether it is one. */
  const pass = useEffectEvent((event: globalThis.KeyboardEvent, act: typeof more) => {
    const box = list.current
    if (!box || !selection) return false
    // As it is now: before the file was there, several keys may have been pressed.
    const { rows, at } = placeIn(box)
    if (!isForSelection(event.key, selection.number > 0, at >= 0)) return false
    act?.(event, { box, rows, at, selection })
    return true
  })
  const toggle = selection?.toggle
  const isSome = selection !== undefined && selection.number > 0
  // Tab must find them at once.
  useEffect(() => {
    if (isSome && !more) void loadMore()
  }, [isSome])
  useKeyDown((event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const { rows, row, at } = placeIn(list.current)
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
    } else if (pass(event, more) && !more) {
      // Drawn at once: the next key acts on what this one has selected.
      void loadMore().then((loaded) => flushSync(() => void pass(event, loaded)))
    }
  })
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
