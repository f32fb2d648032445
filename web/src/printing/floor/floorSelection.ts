import type { FloorColumn, FloorOrder } from '@our-print/contract/printing/floor.ts'

export type Place = { column: number; row: number }
export type Step = 'up' | 'down' | 'left' | 'right'

/** Where an order is; where it was, if it is gone: then the next one moved up to its place. */
export function placeOf(columns: readonly FloorColumn[], chosen: string | undefined, last: Place): Place {
  for (const [column, { orders }] of columns.entries()) {
    const row = orders.findIndex(({ id }) => id === chosen)
    if (row >= 0) return { column, row }
  }
  return inside(columns, last)
}

export const orderAt = (columns: readonly FloorColumn[], { column, row }: Place): FloorOrder | undefined =>
  columns[column]?.orders[row]

/** The next place in a direction; sideways columns without orders are left out. */
export function stepFrom(columns: readonly FloorColumn[], { column, row }: Place, step: Step): Place {
  if (step === 'up' || step === 'down')
    return inside(columns, { column, row: row + (step === 'up' ? -1 : 1) })
  const way = step === 'left' ? -1 : 1
  for (let to = column + way; columns[to]; to += way) {
    if ((columns[to]?.orders.length ?? 0) > 0) return inside(columns, { column: to, row })
  }
  return { column, row }
}

function inside(columns: readonly FloorColumn[], { column, row }: Place): Place {
  const filled = columns[column]?.orders.length
    ? column
    : columns.findIndex(({ orders }) => orders.length > 0)
  const rows = columns[filled]?.orders.length ?? 0
  return { column: Math.max(0, filled), row: Math.min(Math.max(0, row), Math.max(0, rows - 1)) }
}
