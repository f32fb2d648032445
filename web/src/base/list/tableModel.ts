import type { ReactNode } from 'react'
import type { ColumnSort, Sorting } from '../listView/sorting.ts'
import type { RowHighlights } from '../live/live.ts'
import type { Matching } from '../matching/matching.ts'

export type Column<T> = {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** For numbers and money. */
  align?: 'right'
  /** Columns without a width share the rest. */
  width?: number | string
  /** Hidden below a window width of 1280 px. */
  wide?: true
  /** Not shown unless a person chooses it. */
  optional?: true
  /** How its heading sorts the list, if the API can. */
  sort?: ColumnSort
  /** Shown only on cards. */
  only?: 'card'
  /** Its position on a card: first line, second line, corner, a line with its title (default), footer, or hidden. */
  card?: 'title' | 'subtitle' | 'corner' | 'line' | 'footer' | 'hidden'
}

export type Selection<T> = {
  /** Set if all that match are selected; `ids` and `rows` are then those of this page. */
  matching?: Matching
  ids: string[]
  rows: T[]
  clear: () => void
  /** Selects only these of the selected rows. */
  keep: (ids: readonly string[]) => void
}

export type TableView<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowLink: ((row: T) => string) | undefined
  rowName: (row: T) => string
  /** The selection and its setters; undefined if nothing can be selected. */
  selection: SelectionModel<T> | undefined
  /** Undefined if the list has one sequence only. */
  sorting: Sorting | undefined
  /** Whether the columns may need more space than there is: then the table scrolls sideways. */
  scrolls: boolean
  /** The rows that others have changed. */
  highlights: RowHighlights
  /** The actions on the selected rows, over the header: null if nothing is selected, undefined if they are elsewhere. */
  headerBar: ReactNode | undefined
}

export type SelectionModel<T> = {
  has: (row: T) => boolean
  /** Selects or clears a row; `range`: also the rows up to the one before. */
  toggle: (row: T, range?: boolean) => void
  /** Whether all rows of this page are selected. */
  all: boolean
  some: boolean
  toggleAll: () => void
}
