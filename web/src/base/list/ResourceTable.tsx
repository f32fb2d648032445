import { pageSize } from '@our-print/contract/paging.ts'
import type { SavedView } from '@our-print/contract/shop/savedViews.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Query } from '../api/api.ts'
import { useViewer } from '../api/useViewer.ts'
import { viewerCan } from '../api/viewerCan.ts'
import { drawNothing, lazyPart } from '../feedback/lazyPart.tsx'
import { count } from '../format/format.ts'
import { choosable, chosenColumns } from '../listView/chosenColumns.ts'
import {
  ColumnsButton,
  type ListAction,
  MoreButton,
  SavedViewsButton,
  SortButton,
} from '../listView/ListViewButtons.tsx'
import { pageSizes } from '../listView/preferences.ts'
import { SavedViewTabs } from '../listView/SavedViewTabs.tsx'
import { readCachedViews, useSavedViews } from '../listView/savedViews.ts'
import { useListKeys, useOpenSingle } from '../listView/useListKeys.ts'
import { noHighlights, useIsLive } from '../live/live.ts'
import { filterIn } from '../matching/matching.ts'
import { rememberList } from '../page/lastList.ts'
import { useLocation, useNavigate } from '../router/router.tsx'
import { Stack } from '../ui/Layout.tsx'
import { VisuallyHidden } from '../ui/Text.tsx'
import { useMinWidth } from '../ui/useWidth.ts'
import type { Column, Selection, TableView } from './columns.tsx'
import { ExportIcon, useExport } from './ListTools.tsx'
import { Pager } from './Pager.tsx'
import { Cards } from './ResourceCards.tsx'
import { Rows } from './ResourceRows.tsx'
import { type Empty, Failed, LoadingRows, NoRecords } from './ResourceStates.tsx'
import styles from './ResourceTable.module.css'
import type { ListState } from './useListState.ts'
import { useRetainedRows, useSelection } from './useSelection.ts'

/** The bar over what is selected. */
export const SelectionBar = lazyPart(() => import('./SelectionBar.tsx'))
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
  /** All that match can be selected, on every page: then `bulk` gets `matching`. */
  bulkMatching?: boolean
  /** Rows that stay in their place for a moment after they have left the list. */
  retained?: ReadonlyMap<string, T>
  /** Search box and filters, above the rows. */
  toolbar?: ReactNode
  /** Buttons at the end of the toolbar. */
  tools?: ReactNode
  /** Whether the API has the list as a file. */
  exports?: boolean
  /** What the heading has as buttons where there is room: on a phone behind the dots. */
  actions?: readonly ListAction[]
  /** The chosen filters, below the toolbar. */
  chips?: ReactNode
  /** What is not in the list though its name suggests it; below the rows, once they are there. */
  note?: ReactNode
  /** The next step, shown with 'No Records found'. */
  empty?: Empty
}

const nothing: never[] = []
const nothingRetained = new Map<string, never>()

/** A column without its sequence where the list does not have that. */
const sortedIn = <T,>({ sort, ...column }: Column<T>, sorting: ListState['sorting']): Column<T> =>
  sort && sorting?.fields.includes(sort.by) ? { ...column, sort } : column

/** The table of every list: paged by the server, state in the address, rows on wide screens and cards on phones. */
export function ResourceTable<T extends { id: string }>(props: TableProps<T>) {
  const { label, list, rows, rowLink, rowName = (row) => row.id, bulk, toolbar, empty } = props
  const { retained = nothingRetained, actions = nothing } = props
  const viewer = useViewer()
  // Delivery staff have files of their own orders.
  const exports = props.exports === true && (viewer === 'staff' || viewerCan(viewer, 'exports'))
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
  const { selection, model, select, selectMatching } = useSelection(
    data,
    list.filterKey,
    props.bulkMatching ? matching : undefined,
  )
  const { sorting, view: chosen } = list
  const columns = props.columns
    .filter(({ needs }) => !needs || viewer === 'staff' || viewerCan(viewer, needs))
    .map((column) => sortedIn(column, sorting))
  const shown = chosenColumns(columns, narrow ? undefined : chosen?.columns)
  const scrolls = !narrow && chosen?.columns !== undefined
  const number = selection.rows.length
  const place = narrow ? 'bottom' : 'header'
  // On a phone its buttons may need two rows; never less than for one, so that the end of the list does not move.
  const [barHeight, setBarHeight] = useState(0)
  const bar = bulk && number > 0 && (
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
      if (row) navigate(rowLink(row))
    })
  const toggle = (id: string) => {
    const row = rowOf(id)
    if (row) model.toggle(row)
  }
  const has = (id: string) => {
    const row = rowOf(id)
    return row !== undefined && model.has(row)
  }
  useListKeys(box, { open, selection: bulk && { number, has, toggle, select, clear: selection.clear } })
  const isCurrent = !reply.isPlaceholderData && !reply.isFetching
  // That nothing matched before says nothing about what is asked for now.
  const isUnknown = reply.isPending || (reply.isPlaceholderData && data.length === 0)
  const onSearchKey = useOpenSingle(
    { query: list.query, count: isCurrent ? reply.data?.count : undefined, id: data[0]?.id },
    open,
  )
  const canChoose = !narrow && chosen && choosable(columns).length > 2
  const saved = chosen?.saved
  const ofList = ({ list }: SavedView) => list === saved?.list
  const views = (useSavedViews(saved && reply.data !== undefined) ?? nothing).filter(ofList)
  // A device that knew of none shows what others shared since when the list opens again: nothing moves below a person's hand.
  const [hidesViews, setHidesViews] = useState(() => readCachedViews()?.some(ofList) === false)
  const showsViews = saved && !hidesViews && views.length > 0
  const onSaved = () => setHidesViews(false)
  const download = useExport(rows)
  const moreActions = [
    ...actions,
    ...(bulk && data.length > 0 && !model.all
      ? [{ label: 'Select all on this page', onClick: model.toggleAll }]
      : []),
  ]
  const isMore = saved || exports || moreActions.length > 0
  const hasTools =
    props.tools || canChoose || saved || exports || (narrow && (sorting || moreActions.length > 0))

  return (
    // Always, so that nothing moves with the bar, which covers the end of the list.
    <div ref={box} style={bulk && narrow ? { paddingBottom: Math.max(96, barHeight + 12) } : undefined}>
      {showsViews && <SavedViewTabs shown={saved} views={views} />}
      {(toolbar || hasTools) && (
        <div className={styles.tools}>
          <Stack className={styles.toolbar} onKeyDown={onSearchKey}>
            {toolbar}
          </Stack>
          {hasTools && (
            <div className={styles.buttons}>
              {props.tools}
              {narrow ? (
                <>
                  {sorting && <SortButton columns={columns} sorting={sorting} />}
                  {isMore && (
                    <MoreButton
                      actions={moreActions}
                      views={saved && { shown: saved, onSaved }}
                      download={exports ? download : undefined}
                    />
                  )}
                </>
              ) : (
                <>
                  {saved && <SavedViewsButton shown={saved} onSaved={onSaved} />}
                  {canChoose && (
                    <ColumnsButton columns={columns} chosen={chosen.columns} onChange={chosen.setColumns} />
                  )}
                  {exports && <ExportIcon {...download} />}
                </>
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
        {isUnknown && <LoadingRows columns={shown} cards={narrow} rows={size} />}
        {reply.isError && !reply.data && (
          <Failed
            error={reply.error}
            onRetry={reply.refetch}
            onClear={list.isFiltered ? list.clear : undefined}
          />
        )}
        {reply.data && data.length === 0 && !isUnknown && (
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
      {reply.data && props.note && <div className={styles.note}>{props.note}</div>}
      <VisuallyHidden as="output">
        {reply.data && !reply.isPlaceholderData
          ? `${count(reply.data.count)}${hasMore ? '+' : ''} found`
          : ''}
      </VisuallyHidden>
    </div>
  )
}
