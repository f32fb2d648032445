import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { ReactNode } from 'react'
import { count, formatDate, formatDateTime, formatRecent } from '../format/format.ts'
import { CheckCircleOutlined as CheckCircle, RemoveCircleOutlined as RemoveCircle } from '../icons/frame.tsx'
import type { ColumnSort, Sorting } from '../listView/sorting.ts'
import type { RowHighlights } from '../live/live.ts'
import type { Matching } from '../matching/matching.ts'
import { Link } from '../ui/Link.tsx'
import { Tag } from '../ui/Tag.tsx'
import { Text } from '../ui/Text.tsx'

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
  /** Shown only to who has this ability, and to delivery staff, who see all of their own orders. */
  needs?: Ability
  /**
   * Its position on a card: first line, second line, corner, a line with its title (default), the same over the whole width
   * for long texts, footer, or hidden.
   */
  card?: 'title' | 'subtitle' | 'corner' | 'line' | 'text' | 'footer' | 'hidden'
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

/** A column by its name, heading, what else it has, and its cell. */
export const column = <T,>(
  id: string,
  title: string,
  more: Omit<Column<T>, 'id' | 'title' | 'cell'>,
  cell: (row: T) => ReactNode,
): Column<T> => ({ id, title, ...more, cell })

/** The buttons at the end of a row, or at the bottom of a card. */
export const actionsColumn = <T,>(width: number, cell: (row: T) => ReactNode): Column<T> => ({
  id: 'actions',
  title: 'Actions',
  width,
  align: 'right',
  card: 'footer',
  cell,
})

/** The column that a list is sorted by from A to Z. */
export const nameColumn = <T,>(
  by: string,
  cell: (row: T) => ReactNode,
  { title = 'Name', width }: { title?: string; width?: string } = {},
): Column<T> => ({ id: by, title, sort: { by, as: 'text' }, cell, ...(width && { width }) })

/** Since when a record is there, sorted from the newest. */
export const sinceColumn = (
  id: string,
  shown: Pick<Column<never>, 'width' | 'wide' | 'only'>,
): Column<{ created_at: string }> => ({
  id,
  title: 'Since',
  sort: { by: 'created_at', as: 'time' },
  cell: ({ created_at }) => formatDate(created_at),
  ...shown,
})

/** A number or an amount, aligned right. */
export const numberColumn = <T,>(
  id: string,
  title: string,
  width: number,
  cell: (row: T) => ReactNode,
  sortedBy?: string,
): Column<T> => ({
  id,
  title,
  width,
  align: 'right',
  cell,
  ...(sortedBy && { sort: { by: sortedBy, as: 'number' } }),
})

/** Whether a record is active; can mark only the inactive ones. */
export const activeColumn = (width: number): Column<{ is_active: boolean }> => ({
  id: 'is_active',
  title: 'Status',
  width,
  card: 'corner',
  cell: ({ is_active }) => <ActiveTag is_active={is_active} />,
})

export const ActiveTag = ({ is_active }: { is_active: boolean }) =>
  is_active ? (
    <Tag label="Active" Icon={CheckCircle} tone="good" />
  ) : (
    <Tag label="Inactive" Icon={RemoveCircle} tone="off" />
  )

/** A name, cut off if it is too long for its column, shown in full by the tooltip. */
export const Name = ({ children, about = children }: { children: string; about?: string }) => (
  <Text title={about} strong>
    {children}
  </Text>
)

/** The day of a time, `recent` without the current year, and for today the time of day; all of it is its tooltip. */
export const DayOf = ({ time, recent }: { time: string; recent?: true }) => (
  <span title={formatDateTime(time)}>{recent ? formatRecent(time) : formatDate(time)}</span>
)

/** A number that opens the records it counts. */
export const CountLink = ({ to, about, many }: { to: string; about: string; many: number }) =>
  many === 0 ? (
    count(many)
  ) : (
    <Link to={to} aria-label={about}>
      {count(many)}
    </Link>
  )
