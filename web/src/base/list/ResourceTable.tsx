import { pageSize } from '@our-print/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Query } from '../api/api.ts'
import { drawNothing, lazyPart } from '../feedback/lazyPart.tsx'
import { count } from '../format/format.ts'
import { choosable, chosenColumns } from '../listView/chosenColumns.ts'
import { ColumnsButton, SavedViewsButton, SortButton } from '../listView/ListViewButtons.tsx'
import { pageSizes } from '../listView/preferences.ts'
import { SavedViewTabs } from '../listView/SavedViewTabs.tsx'
import { readCachedViews, useSavedViews } from '../listView/savedViews.ts'
import { useListKeys, useOpenSingle } from '../listView/useListKeys.ts'
import { noHighlights, useIsLive } from '../live/live.ts'
import { filterIn } from '../matching/matching.ts'
import { rememberList } from '../page/lastList.ts'
import { Stack } from '../ui/Layout.tsx'
import { VisuallyHidden } from '../ui/Text.tsx'
import { useMinWidth } from '../ui/useWidth.ts'
import type { Column, Selection, TableView } from './columns.tsx'
import { Pager } from './Pager.tsx'
import { Cards } from './ResourceCards.tsx'
import { Rows } from './ResourceRows.tsx'
import { type Empty, Failed, LoadingRows, NoRecords } from './ResourceStates.tsx'
import styles from './ResourceTable.module.css'
import { SelectionBar } from './SelectionBar.tsx'
import type { ListState } from './useListState.ts'
import { useRetainedRows, useSelection } from './useSelection.ts'

const LiveRows = lazyPart(() => import('../live/LiveRows.tsx'), drawNothing)

type Paged<T> = { count: number; count_is_exact?: false | undefined; results: T[] }

export type TableProps<T extends { id: string }> = {
  /** The list's name for screen readers: 'Pending orders'. */
  label: string
  list: Omit<ListState, 'filters' | 'setFilter' | 'setFilters' | 'paging'>
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
  retained?: ReadonlyMap<string, T>
  /** Search box and filters, above the rows. */
  toolbar?: ReactNode
  /** Buttons at the end of the toolbar. */
  tools?: ReactNode
  /** The chosen filters, below the toolbar. */
  chips?: ReactNode
  /** The next step, shown with 'No Records found'. */
  empty?: Empty
}

const nothing: never[] = []
const nothingRetained = new Map<string, never>()

/** The table of every list: paged by the server, state in the address, rows on wide screens and cards on phones. */
export function ResourceTable<T extends { id: string }>(props: TableProps<T>) {
  const { label, list, rows, columns, rowLink, rowName = (row) => row.id, bulk, toolbar, empty } = props
  const { bulkInSight = false, retained = nothingRetained } = props
  const narrow = !useMinWidth('desk')
  const isLive = useIsLive()
  const [highlights, setHighlights] = useState(noHighlights)
  const reply = useQuery({
    ...rows,
    placeholderData: keepPreviousData,
    // While changes are told, nothing else may move the rows.
    ...(isLive && { refetchInterval: false, refetchOnWindowFocus: false }),
  })
  const data = useRetainedRows(reply.data?.results ?? nothing, retained, `${list.page} ${list.filterKey}`)

  const { pathname, search } = useLocation()
  useEffect(() => {
    if (rowLink && data.length > 0) {
      rememberList({ to: pathname + search, title: label, links: data.map(rowLink) })
    }
  })

  const hasMore = reply.data?.count_is_exact === false
  // An action on all that match says how many these are.
  const matching =
    reply.data && !hasMore ? { count: reply.data.count, filter: filterIn(rows.queryKey) } : undefined
  const { selection, model, selectMatching } = useSelection(
    data,
    list.filterKey,
    props.bulkMatching ? matching : undefined,
  )
  const { sorting, view: chosen } = list
  const shown = chosenColumns(columns, narrow ? undefined : chosen?.columns)
  const scrolls = !narrow && chosen?.columns !== undefined
  const number = selection.rows.length
  const place = narrow ? 'bottom' : bulkInSight ? 'above' : 'header'
  // On a phone its buttons may need two rows; never less than for one, so that the end of the list does not move.
  const [barHeight, setBarHeight] = useState(0)
  const bar = bulk && (place === 'above' || number > 0) && (
    <SelectionBar
      number={number}
      matching={selection.matching?.count}
      offer={matching && selectMatching && { count: matching.count, select: selectMatching }}
      onClear={selection.clear}
      place={place}
      onHeight={setBarHeight}
    >
      {bulk(selection)}
    </SelectionBar>
  )
  const view: TableView<T> = {
    label,
    columns: shown,
    rows: data,
    rowLink,
    rowName,
    selection: bulk && model,
    headerBar: bulk && place === 'header' ? bar || null : undefined,
    sorting,
    scrolls,
    highlights,
  }
  const Body = narrow ? Cards : Rows
  const size = chosen?.size ?? pageSize

  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const rowOf = (id: string) => data.find((row) => row.id === id)
  const open =
    rowLink &&
    ((id: string) => {
      const row = rowOf(id)
      if (row) void navigate(rowLink(row))
    })
  const toggle = (id: string) => {
    const row = rowOf(id)
    if (row) model.toggle(row)
  }
  useListKeys(box, { open, toggle: bulk && toggle })
  const isCurrent = !reply.isPlaceholderData && !reply.isFetching
  const onSearchKey = useOpenSingle(
    { query: list.query, count: isCurrent ? reply.data?.count : undefined, id: data[0]?.id },
    open,
  )
  const canChoose = !narrow && chosen && choosable(columns).length > 2
  const saved = chosen?.saved
  const views = useSavedViews(saved && reply.data !== undefined)?.filter((view) => view.list === saved?.list)
  // Decided when the list opens, so that nothing moves when the views come.
  const [showsViews, setShowsViews] = useState(
    () => readCachedViews()?.some(({ list }) => list === saved?.list) ?? true,
  )
  const hasTools = props.tools || canChoose || saved || (narrow && sorting)

  return (
    // Always, so that nothing moves with the bar, which covers the end of the list.
    <div ref={box} style={bulk && narrow ? { paddingBottom: Math.max(96, barHeight + 12) } : undefined}>
      {saved && showsViews && <SavedViewTabs shown={saved} views={views ?? []} />}
      {(toolbar || hasTools) && (
        <div className={styles.tools}>
          <Stack className={styles.toolbar} onKeyDown={onSearchKey}>
            {toolbar}
          </Stack>
          {hasTools && (
            <div className={styles.buttons}>
              <div className={styles.named}>
                {props.tools}
                {narrow && sorting && <SortButton columns={columns} sorting={sorting} />}
              </div>
              {saved && <SavedViewsButton shown={saved} onSaved={() => setShowsViews(true)} />}
              {canChoose && (
                <ColumnsButton columns={columns} chosen={chosen.columns} onChange={chosen.setColumns} />
              )}
            </div>
          )}
        </div>
      )}
      {props.chips}
      {place !== 'header' && bar}
      {isLive && reply.data && !reply.isPlaceholderData && (
        <LiveRows
          key={JSON.stringify(rows.queryKey)}
          queryKey={rows.queryKey}
          queryFn={rows.queryFn}
          readAt={reply.dataUpdatedAt}
          onHighlights={setHighlights}
        />
      )}
      <div className={styles.table} aria-busy={reply.isFetching}>
        {reply.isPending && <LoadingRows columns={shown} cards={narrow} rows={size} />}
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
          <div className={clsx(styles.body, reply.isPlaceholderData && styles.old)}>
            <Body view={view} />
          </div>
        )}
        {reply.data && reply.data.count > 0 && (
          <Pager
            page={list.page}
            pageSize={size}
            total={reply.data.count}
            hasMore={hasMore}
            onPage={list.setPage}
            sizes={chosen && { options: pageSizes, onChoose: chosen.setSize }}
          />
        )}
      </div>
      <VisuallyHidden as="output">
        {reply.data && !reply.isPlaceholderData
          ? `${count(reply.data.count)}${hasMore ? '+' : ''} found`
          : ''}
      </VisuallyHidden>
    </div>
  )
}
