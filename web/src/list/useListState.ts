import { pageSize } from '@our-print/contract/paging.ts'
import { useSearchParams } from 'react-router'

export type ListState<Name extends string = string> = {
  /** From 1. */
  page: number
  query: string
  filters: Record<Name, string | undefined>
  /** Spread into the querystring of a paged endpoint. */
  paging: { limit: string; offset: string; query?: string }
  /** What is searched for; a change of it clears a selection. */
  filterKey: string
  isFiltered: boolean
  setPage: (page: number) => void
  setQuery: (query: string) => void
  setFilter: (name: Name, value: string | null) => void
  clear: () => void
}

/** Page, search and filters of a list, kept in the address: Back works, and a pasted link shows the same rows. */
export function useListState<Name extends string = never>(names: readonly Name[] = []): ListState<Name> {
  const [search, setSearch] = useSearchParams()
  // As far as the server counts: what lies beyond is an empty page and no failure.
  const page = Math.min(1e7, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const query = (search.get('query') ?? '').slice(0, 200)
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as Record<
    Name,
    string | undefined
  >

  const change = (values: Record<string, string | null>, replace = false) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )

  return {
    page,
    query,
    filters,
    paging: {
      limit: String(pageSize),
      offset: String((page - 1) * pageSize),
      ...(query && { query }),
    },
    filterKey: JSON.stringify([query, ...names.map((name) => filters[name])]),
    isFiltered: query !== '' || names.some((name) => filters[name] !== undefined),
    setPage: (page) => change({ page: page > 1 ? String(page) : null }),
    // Every letter would be a step of Back: the search replaces.
    setQuery: (query) => change({ query, page: null }, true),
    setFilter: (name, value) => change({ [name]: value, page: null }),
    clear: () => change(Object.fromEntries([...names, 'query', 'page'].map((name) => [name, null]))),
  }
}
