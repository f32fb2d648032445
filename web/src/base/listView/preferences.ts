import { pageSize } from '@our-print/contract/paging.ts'
import { createStore } from '../createStore.ts'
import { preferencesPrefix } from '../page/devicePreferences.ts'

/** How many rows a page can have. */
export const pageSizes = [10, 25, 50, 100] as const

export type ColumnChoice = { id: string; shown: boolean }

/** What a person chose for a list. */
export type Preferences = {
  size: number
  /** The columns in their sequence; undefined if they are as the list has them. */
  columns: readonly ColumnChoice[] | undefined
}

const keyOf = (list: string) => `${preferencesPrefix}${localStorage.getItem('id') ?? ''}:${list}`

const textOf = (list: string) => localStorage.getItem(keyOf(list)) ?? '{}'

/** Without the columns: index.html reads it before the app is loaded, and should stay small. */
const sizeIn = (text: string): number =>
  pageSizes.find((size) => text.includes(`"size":${size}`) && !text.includes(`"size":${size}0`)) ?? pageSize

/** How many rows this person wants on a page of a list. */
export const readSize = (list: string) => sizeIn(textOf(list))

/** What cannot be read counts as not chosen. */
function columnsIn(text: string): Preferences['columns'] {
  try {
    const { columns } = JSON.parse(text) as Record<string, unknown>
    return Array.isArray(columns) && columns.every(isChoice) ? columns : undefined
  } catch {
    return undefined
  }
}

const isChoice = (value: unknown): value is ColumnChoice =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'shown' in value &&
  typeof value.shown === 'boolean'

const store = createStore()

/** What this person chose for a list, and a function that changes a part of it. */
export function usePreferences(list: string) {
  const text = store.use(() => textOf(list))
  const preferences: Preferences = { size: sizeIn(text), columns: columnsIn(text) }
  function change(part: Partial<Preferences>) {
    localStorage.setItem(keyOf(list), JSON.stringify({ ...preferences, ...part }))
    store.notify()
  }
  return [preferences, change] as const
}
