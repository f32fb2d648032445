import { pageSize } from '@our-print/contract/paging.ts'
import { useState } from 'react'
import { useAddressQuery } from './useAddressQuery.ts'

export type ListState<Name extends string = string> = {
  /** Counted from 1. */
  page: number
  query: string
  filters: Record<Name, string | undefined>
  /** Spread into the querystring of a paged endpoint. */
  paging: { limit: string; offset: string; query?: string }
  /** Search and filters as one text; when it changes, the selection is cleared. */
  filterKey: string
  /** Called with the first letter of a new search: what was selected among the old rows is cleared. */
  startTyping: () => void
  isFiltered: boolean
  setPage: (page: number) => void
  setQuery: (query: string) => void
  setFilter: (name: Name, value: string | null) => void
  clear: () => void
}

/** Page, search and filters of a list, from the query parameters of an address. */
export function readListState<Name extends string>(search: URLSearchParams, names: readonly Name[]) {
  // The maximum that the server accepts: a page after the last one is empty, not an error.
  const page = Math.min(1e7, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const query = (search.get('query') ?? '').slice(0, 200)
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as Record<
    Name,
    string | undefined
  >
  const offset = String((page - 1) * pageSize)
  return { page, query, filters, paging: { limit: String(pageSize), offset, ...(query && { query }) } }
}

/** Page, search and filters of a list, kept in the address: Back works, and a shared link shows the same rows. */
export function useListState<Name extends string = never>(names: readonly Name[] = []): ListState<Name> {
  const [search, write] = useAddressQuery()
  const shown = readListState(search, names)
  const { query, filters } = shown
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
    clear: () => write(Object.fromEntries([...names, 'query', 'page'].map((name) => [name, null]))),
  }
}
