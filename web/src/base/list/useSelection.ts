import { useRef, useState } from 'react'
import type { Matching } from '../matching/matching.ts'
import type { Selection, SelectionModel } from './columns.tsx'

/**
 * Rows stay selected across pages until `filterKey` changes. All that match can be selected instead, if `matching` has
 * them; a change of a row then begins with the rows of this page.
 */
export function useSelection<T extends { id: string }>(
  page: readonly T[],
  filterKey: string,
  matching?: Matching,
) {
  const none = { filterKey, selected: new Map<string, T>(), matches: false }
  const [state, setState] = useState(none)
  if (state.filterKey !== filterKey) setState(none)
  const matches = state.matches && matching !== undefined
  const ofPage = () => new Map(page.map((row) => [row.id, row]))

  const change = (edit: (selected: Map<string, T>) => void) =>
    setState((old) => {
      const selected = old.matches ? ofPage() : new Map(old.selected)
      edit(selected)
      return { ...old, selected, matches: false }
    })
  const keep = (ids: readonly string[]) =>
    change((selected) => {
      for (const id of selected.keys()) if (!ids.includes(id)) selected.delete(id)
    })

  // Rows of the current page are newer than the copies in the selection.
  const fresh = ofPage()
  const rows = matches ? [...page] : [...state.selected.values()].map((row) => fresh.get(row.id) ?? row)
  const has = ({ id }: T) => matches || state.selected.has(id)
  /** The row that was selected or cleared last: where a range begins. */
  const anchor = useRef<string | undefined>(undefined)

  function toggle(row: T, range = false) {
    const [from, to] = [page.findIndex(({ id }) => id === anchor.current), page.indexOf(row)]
    const rows =
      range && from >= 0 && to >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    const selects = !has(row)
    anchor.current = row.id
    change((selected) => {
      for (const one of rows) {
        if (selects) selected.set(one.id, one)
        else selected.delete(one.id)
      }
    })
  }
  /** Whatever is drawn: keys may come faster. */
  const select = (ids: readonly string[], isOn: boolean) =>
    change((selected) => {
      for (const row of page.filter(({ id }) => ids.includes(id))) {
        if (isOn) selected.set(row.id, row)
        else selected.delete(row.id)
      }
    })
  const all = page.length > 0 && page.every(has)

  const selection: Selection<T> = {
    ...(matches && { matching }),
    ids: rows.map(({ id }) => id),
    rows,
    clear: () => keep([]),
    keep,
  }
  /** Selects all that match; undefined unless there are more of them than the rows of this page, all selected. */
  const selectMatching =
    all && !matches && matching && matching.count > page.length
      ? () => setState((old) => ({ ...old, matches: true }))
      : undefined
  const model: SelectionModel<T> = {
    has,
    toggle,
    all,
    some: page.some(has),
    toggleAll: () =>
      change((selected) => {
        for (const row of page) {
          if (all) selected.delete(row.id)
          else selected.set(row.id, row)
        }
      }),
  }
  return { selection, model, select, selectMatching }
}

/**
 * The rows of a list, with those of `retained` that it has lost, where they were: a card on which somebody has just acted
 * does not give way to the next one. `key` tells one list from another.
 */
export function useRetainedRows<T extends { id: string }>(
  rows: readonly T[],
  retained: ReadonlyMap<string, T>,
  key: string,
): readonly T[] {
  const [shown, setShown] = useState<{ key: string; ids: readonly string[] }>({ key, ids: [] })
  const before = shown.key === key ? shown.ids : []
  const all = [...rows]
  for (const [at, id] of before.entries()) {
    const row = retained.get(id)
    if (row && !rows.some((one) => one.id === id)) all.splice(at, 0, row)
  }
  const ids = all.map(({ id }) => id)
  if (shown.key !== key || ids.join() !== shown.ids.join()) setShown({ key, ids })
  return all
}
