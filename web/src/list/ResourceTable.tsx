import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { pageSize } from '@our-print/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Query } from '../api/api.ts'
import { visuallyHidden } from '../form/Field.tsx'
import { count } from '../format/format.ts'
import { filterIn } from '../matching/matching.ts'
import { rememberList } from '../page/lastList.ts'
import { Pager } from './Pager.tsx'
import { Cards } from './ResourceCards.tsx'
import { Rows } from './ResourceRows.tsx'
import { type Empty, Failed, LoadingRows, NoRecords } from './ResourceStates.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { Column, Selection, TableView } from './tableModel.ts'
import { useKeptRows } from './useKeptRows.ts'
import type { ListState } from './useListState.ts'
import { useSelection } from './useSelection.ts'

type Paged<T> = { count: number; results: T[] }

export type TableProps<T extends { id: string }> = {
  /** The list's name for screen readers: 'Pending orders'. */
  label: string
  list: Omit<ListState, 'filters' | 'setFilter'>
  rows: Query<Paged<T> & { next: string | null; previous: string | null }>
  columns: readonly Column<T>[]
  /** The address a row opens. The whole row is clickable; its first column is the link for keyboard and new tabs. */
  rowLink?: (row: T) => string
  /** The label of a row's checkbox: 'Order 1042'. */
  rowName?: (row: T) => string
  /** Buttons for the selected rows; without it nothing can be selected. */
  bulk?: (selection: Selection<T>) => ReactNode
  /** Shows the buttons, disabled, before anything is selected; not on phones, which have no space for them. */
  bulkInSight?: boolean
  /** All that match can be selected, on every page: then `bulk` gets `matching`. */
  bulkMatching?: boolean
  /** Rows that stay in their place for a moment after they have left the list. */
  kept?: ReadonlyMap<string, T>
  /** Search box and filters, above the rows. */
  toolbar?: ReactNode
  /** The next step, shown with 'No Records found'. */
  empty?: Empty
}

const nothing: never[] = []
const nothingKept = new Map<string, never>()

/** The table of every list: paged by the server, state in the address, rows on wide screens and cards on phones. */
export function ResourceTable<T extends { id: string }>(props: TableProps<T>) {
  const { label, list, rows, columns, rowLink, rowName = (row) => row.id, bulk, toolbar, empty } = props
  const { bulkInSight = false, kept = nothingKept } = props
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const reply = useQuery({ ...rows, placeholderData: keepPreviousData })
  const data = useKeptRows(reply.data?.results ?? nothing, kept, `${list.page} ${list.filterKey}`)

  const { pathname, search } = useLocation()
  useEffect(() => {
    if (rowLink && data.length > 0) {
      rememberList({ to: pathname + search, title: label, links: data.map(rowLink) })
    }
  })

  const matching = reply.data && { count: reply.data.count, filter: filterIn(rows.queryKey) }
  const { selection, model, selectMatching } = useSelection(
    data,
    list.filterKey,
    props.bulkMatching ? matching : undefined,
  )
  const number = selection.rows.length
  const place = narrow ? 'bottom' : bulkInSight ? 'above' : 'header'
  const bar = bulk && (place === 'above' || number > 0) && (
    <SelectionBar
      number={number}
      matching={selection.matching?.count}
      offer={matching && selectMatching && { count: matching.count, select: selectMatching }}
      onClear={selection.clear}
      place={place}
    >
      {bulk(selection)}
    </SelectionBar>
  )
  const view: TableView<T> = {
    label,
    columns,
    rows: data,
    rowLink,
    rowName,
    selection: bulk && model,
    headerBar: bulk && place === 'header' ? bar || null : undefined,
  }
  const Body = narrow ? Cards : Rows

  return (
    // Always, so that nothing moves with the bar, which covers the end of the list.
    <Box sx={bulk && narrow ? { pb: 12 } : {}}>
      {toolbar && <Box sx={{ mb: 1.5 }}>{toolbar}</Box>}
      {place !== 'header' && bar}
      <Paper
        variant={narrow ? 'elevation' : 'outlined'}
        // Not hidden: the header sticks to the window.
        sx={{ overflow: 'clip', ...(narrow && { bgcolor: 'transparent', borderRadius: 0 }) }}
        aria-busy={reply.isFetching}
      >
        {reply.isPending && <LoadingRows columns={columns} cards={narrow} />}
        {reply.isError && !reply.data && <Failed error={reply.error} onRetry={reply.refetch} />}
        {reply.data && data.length === 0 && (
          <NoRecords
            empty={empty}
            isFiltered={list.isFiltered}
            onClear={list.clear}
            beyond={reply.data.count > 0}
            onFirst={() => list.setPage(1)}
          />
        )}
        {data.length > 0 && (
          <Box sx={{ opacity: reply.isPlaceholderData ? 0.55 : 1, transition: 'opacity 0.15s' }}>
            <Body view={view} />
          </Box>
        )}
        {reply.data && reply.data.count > 0 && (
          <Pager page={list.page} pageSize={pageSize} total={reply.data.count} onPage={list.setPage} />
        )}
      </Paper>
      <Box component="output" sx={visuallyHidden}>
        {reply.data && !reply.isPlaceholderData ? `${count(reply.data.count)} found` : ''}
      </Box>
    </Box>
  )
}
