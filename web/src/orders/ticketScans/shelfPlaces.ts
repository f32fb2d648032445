export const mostColumns = 99

/** The places of a shelf: rows by letters, `C` or `A-F`, columns by numbers from 1. Empty where the rows are no letters. */
export function shelfPlaces(rows: string, columns: number): string[] {
  const [, from, to = from] = /^\s*([a-z])\s*(?:-\s*([a-z]))?\s*$/i.exec(rows.toUpperCase()) ?? []
  if (!from || !to || !(columns >= 1)) return []
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)].toSorted((a, b) => a - b) as [number, number]
  const count = Math.min(Math.floor(columns), mostColumns)
  return Array.from({ length: last - first + 1 }, (_, row) =>
    Array.from({ length: count }, (_, column) => `${String.fromCharCode(first + row)}${column + 1}`),
  ).flat()
}
