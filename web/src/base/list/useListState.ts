import { type OrderingBy, pageSize } from '@our-print/contract/paging.ts'
import { useState } from 'react'
import { type ColumnChoice, readSize, usePreferences } from '../listView/preferences.ts'
import { keptSearch, type ShownView, useSavedViews, viewedList } from '../listView/savedViews.ts'
import type { Sorting } from '../listView/sorting.ts'
import { useLocation } from '../router/router.tsx'
import { useAddressQuery } from './useAddressQuery.ts'

export type ListState<Name extends string = string, Field extends string = string> = {
  /** Counted from 1. */
  page: number
  query: string
  filters: Record<Name, string | undefined>
  /** Spread into the querystring of a paged endpoint. */
  paging: { limit: string; offset: string; query?: string; ordering?: OrderingBy<Field> }
  /** Search and filters as one text; when it changes, the selection is cleared. */
  filterKey: string
  /** Called with the first letter of a new search: what was selected among the old rows is cleared. */
  startTyping: () => void
  isFiltered: boolean
  setPage: (page: number) => void
  setQuery: (query: string) => void
  setFilter: (name: Name, value: string | null) => void
  setFilters: (values: Partial<Record<Name, string | null>>) => void
  clear: () => void
  /** The sequence, if the list has several. */
  sorting: Sorting | undefined
  /** Rows and columns, as this person chose them; undefined where that is not remembered. */
  view: ListView | undefined
}

export type ListView = {
  size: number
  setSize: (size: number) => void
  columns: readonly ColumnChoice[] | undefined
  setColumns: (columns: readonly ColumnChoice[] | undefined) => void
  /** What saved views keep of the list; undefined if it has none. */
  saved: ShownView | undefined
}

type Options<Field extends string> = {
  /** The fields by which the API sorts the list; without a choice the first one, descending. */
  sortedBy?: readonly Field[]
  /** Under what the rows and columns of the list are remembered, if not under its path. */
  name?: string
}

/** Page, search, filters and sequence of a list, from the query parameters of an address, with pages of `size` rows. */
export function readListState<Name extends string, Field extends string = never>(
  search: URLSearchParams,
  names: readonly Name[],
  { sortedBy = [], size = pageSize }: { sortedBy?: readonly Field[]; size?: number } = {},
) {
  // The maximum that the server accepts: a page after the last one is empty, not an error.
  const page = Math.min(1e8 / size, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const query = (search.get('query') ?? '').slice(0, 200)
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as Record<
    Name,
    string | undefined
  >
  const asked = search.get('ordering')
  const ordering = sortedBy
    .flatMap((field): OrderingBy<Field>[] => [field, `-${field}`])
    .find((known) => known === asked && known !== `-${sortedBy[0]}`)
  const offset = String((page - 1) * size)
  const paging = { limit: String(size), offset, ...(query && { query }), ...(ordering && { ordering }) }
  return { page, query, filters, paging, ordering }
}

/** The state of a list whose page is loaded before the app, as `useListState` reads it. */
export const readFirstList = <Name extends string, Field extends string>(
  { pathname, search }: { pathname: string; search: string },
  names: readonly Name[],
  sortedBy: readonly Field[],
) => readListState(new URLSearchParams(search), names, { sortedBy, size: readSize(pathname) })

/**
 * Page, search, filters and sequence of a list, kept in the address: Back works, and a shared link shows the same rows.
 * How many rows and which columns are shown is remembered for each person.
 */
export function useListState<Name extends string = never, Field extends string = never>(
  names: readonly Name[] = [],
  { sortedBy = [], name }: Options<Field> = {},
): ListState<Name, Field> {
  const [search, write] = useAddressQuery()
  const { pathname } = useLocation()
  const viewed = name === undefined ? viewedList(pathname) : undefined
  const active = useSavedViews()?.find(({ id, list }) => id === search.get('view') && list === viewed)
  const [{ size, columns: usualColumns }, change] = usePreferences(name ?? pathname)
  const [{ columns: columnsOfView }, changeView] = usePreferences(`${pathname}?${active?.id}`)
  const columns = active ? (columnsOfView ?? active.columns ?? undefined) : usualColumns
  const setColumns = (columns: ListView['columns']) => (active ? changeView : change)({ columns })
  const { ordering, ...shown } = readListState(search, names, { sortedBy, size })
  const { query, filters } = shown
  const usual = `-${sortedBy[0]}`
  const [searches, setSearches] = useState(0)

  return {
    ...shown,
    startTyping: () => setSearches(searches + 1),
    filterKey: JSON.stringify([searches, query, ...names.map((name) => filters[name])]),
    isFiltered: query !== '' || names.some((name) => filters[name] !== undefined),
    setPage: (page) => write({ page: page > 1 ? String(page) : null }),
    // Replaces the history entry, or every letter would be a step of Back.
    setQuery: (query) => write({ query, page: null }, { replace: true }),
    setFilter: (name, value) => write({ [name]: value, page: null }),
    setFilters: (values) => write({ ...values, page: null }),
    clear: () => write(Object.fromEntries([...names, 'query', 'page'].map((name) => [name, null]))),
    sorting:
      sortedBy.length > 0
        ? {
            fields: sortedBy,
            ordering: ordering ?? usual,
            usual,
            choose: (chosen) => write({ ordering: chosen === usual ? null : chosen, page: null }),
          }
        : undefined,
    view: {
      size,
      setSize: (size) => {
        change({ size })
        if (shown.page > 1) write({ page: null })
      },
      columns,
      setColumns,
      saved: viewed
        ? {
            list: viewed,
            search: keptSearch(search),
            columns,
            active,
            forgetColumns: () => changeView({ columns: undefined }),
          }
        : undefined,
    },
  }
}
