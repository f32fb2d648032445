import { pageSize } from '@our-print/contract/paging.ts'
import { useState } from 'react'
import type { ListState } from './useListState.ts'

/** Page and search of a list in a dialog: not in the address, and lost when it closes. */
export function useDialogList(): Omit<ListState<string, never>, 'filters' | 'setFilter' | 'setFilters'> {
  const [{ page, query }, setState] = useState({ page: 1, query: '' })
  return {
    page,
    query,
    paging: {
      limit: String(pageSize),
      offset: String((page - 1) * pageSize),
      ...(query && { query }),
    },
    sorting: undefined,
    view: undefined,
    // Nothing can be selected in a dialog's list.
    filterKey: query,
    startTyping: () => undefined,
    isFiltered: query !== '',
    setPage: (page) => setState({ page, query }),
    setQuery: (query) => setState({ page: 1, query }),
    clear: () => setState({ page: 1, query: '' }),
  }
}
