import { useState } from 'react'

/**
 * The rows of a list, with those of `kept` that it has lost, where they were: a card on which somebody has just acted
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
