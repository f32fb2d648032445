import type { ReactNode } from 'react'

export type Column<T> = {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** Numbers and money stand right. */
  align?: 'right'
  /** Columns without one share what is left over. */
  width?: number | string
  /** Left out where the window is narrower than 1280 px. */
  wide?: true
  /** Not a column of the table: only on cards. */
  only?: 'card'
  /** Its place on a card: the first line, the second, the corner, a line with its title (the usual), or nowhere. */
  card?: 'title' | 'subtitle' | 'corner' | 'line' | 'footer' | 'hidden'
}

export type Selection<T> = {
  ids: string[]
  rows: T[]
  clear: () => void
  /** Leaves only these selected. */
  keep: (ids: readonly string[]) => void
}

export type TableView<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowLink: ((row: T) => string) | undefined
  rowName: (row: T) => string
  /** What is selected, and how to change it; undefined where nothing can be selected. */
  selection: SelectionModel<T> | undefined
}

export type SelectionModel<T> = {
  has: (row: T) => boolean
  toggle: (row: T) => void
  /** Of the rows on this page. */
  all: boolean
  some: boolean
  toggleAll: () => void
}
