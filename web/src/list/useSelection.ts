import { useRef, useState } from 'react'
import type { Selection, SelectionModel } from './tableModel.ts'

/** Rows stay selected across pages until `filterKey` changes. */
export function useSelection<T extends { id: string }>(page: readonly T[], filterKey: string) {
  const [state, setState] = useState({ filterKey, selected: new Map<string, T>() })
  if (state.filterKey !== filterKey) setState({ filterKey, selected: new Map() })

  const change = (edit: (selected: Map<string, T>) => void) =>
    setState((old) => {
      const selected = new Map(old.selected)
      edit(selected)
      return { ...old, selected }
    })
  const keep = (ids: readonly string[]) =>
    change((selected) => {
      for (const id of selected.keys()) if (!ids.includes(id)) selected.delete(id)
    })

  // Rows of the current page are newer than the copies in the selection.
  const fresh = new Map(page.map((row) => [row.id, row]))
  const rows = [...state.selected.values()].map((row) => fresh.get(row.id) ?? row)
  const has = ({ id }: T) => state.selected.has(id)
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
  const all = page.length > 0 && page.every(has)

  const selection: Selection<T> = { ids: rows.map(({ id }) => id), rows, clear: () => keep([]), keep }
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
  return { selection, model }
}
