// What two reads of the same page of a list say about its rows.

export type Row = { id: string; version?: number }
export type Page = { count: number; next: string | null; previous: string | null; results: Row[] }

/** A version tells; rows without one are compared. */
export const isChanged = (before: Row, now: Row): boolean =>
  now.version === undefined ? JSON.stringify(before) !== JSON.stringify(now) : before.version !== now.version

/** The page as it was read, without going back behind what is shown: the answer of a slow read may be older. */
export function withNewest(read: Page, shown: Page): Page {
  const known = new Map(shown.results.map((row) => [row.id, row]))
  return {
    ...read,
    results: read.results.map((row) => {
      const before = known.get(row.id)
      return before && (before.version ?? 0) > (row.version ?? 0) ? before : row
    }),
  }
}

/**
 * What came into a list and what left it, without the rows that only moved over an edge of the page: when three rows come in
 * at the top, the last three of a full page stand on the next one. Where no row is on both, rows were pushed down.
 */
export const rowsThatMoved = (shown: Page, now: Page): { entered: Row[]; gone: Row[] } => ({
  entered: rowsOnlyIn(now, shown, Number.NEGATIVE_INFINITY),
  gone: rowsOnlyIn(shown, now, Number.POSITIVE_INFINITY),
})

function rowsOnlyIn(page: Page, other: Page, otherwise: number): Row[] {
  const places = new Map(other.results.map(({ id }, at) => [id, at]))
  /** How far the row before moved that is on both: the rows behind it would have moved with it. */
  let shift: number | undefined
  const shifts = page.results.map(({ id }, at) => {
    const place = places.get(id)
    if (place !== undefined) shift = place - at
    return shift
  })
  const first = shifts.find((one) => one !== undefined) ?? otherwise
  return page.results.filter(({ id }, at) => {
    if (places.has(id)) return false
    const place = at + (shifts[at] ?? first)
    return !((place >= other.results.length && other.next) || (place < 0 && other.previous))
  })
}
