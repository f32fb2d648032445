import type { FloorColumn, FloorOrder } from '@our-print/contract/printing/floor.ts'
import { isTyping } from '../../base/page/keys.ts'
import { useKeyDown } from '../../base/useKeyDown.ts'

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

export const arrows: Record<string, Step | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Hears the keys of the floor, wherever the focus is; `onKey` tells whether a key was one of its own. */
export function useFloorKeys(onKey: (key: string) => boolean): void {
  useKeyDown((event) => {
    const { key, repeat, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isTyping(event)) return
    // A key that is held down moves on, but prints once.
    if (repeat && !arrows[key]) return
    if (onKey(key.length === 1 ? key.toLowerCase() : key)) event.preventDefault()
  })
}
