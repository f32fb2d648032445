import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import type { ChangeEvent, MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { SortLabel } from '../listView/SortLabel.tsx'
import { directionOf } from '../listView/sorting.ts'
import { highlightOf } from '../live/live.ts'
import { RouteLink } from '../page/Page.tsx'
import { checkboxCell, tableCell, tableHead } from '../page/tableStyles.ts'
import type { TableView } from './columns.tsx'
import { belowAppBar } from './SelectionBar.tsx'

const selected = (opacity: string) => `rgb(var(--mui-palette-primary-mainChannel) / ${opacity})`

// For all cells at once: a hundred elements with styles of their own take longer to show.
const table = {
  width: 1,
  tableLayout: 'fixed',
  borderSpacing: 0,
  '& th, & td': {
    ...tableCell,
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& th': { ...tableHead, top: 'var(--rows-top)', bgcolor: 'background.paper' },
  '& tr > .check': { ...checkboxCell, overflow: 'visible' },
  '& tr > .right': { textAlign: 'right' },
  '& tr > .wide': { display: { xs: 'none', lg: 'table-cell' } },
  '& tr > :first-of-type:not(.check)': { pl: 2 },
  '& tr > :last-of-type': { pr: 2 },
  '& tbody tr': { outlineOffset: '-2px !important' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& tbody tr.selected': {
    bgcolor: selected('var(--mui-palette-action-selectedOpacity)'),
    '&:hover': {
      bgcolor: selected(
        'calc(var(--mui-palette-action-selectedOpacity) + var(--mui-palette-action-hoverOpacity))',
      ),
    },
  },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const

const classOf = ({ align, wide }: { align?: string | undefined; wide?: boolean | undefined }) =>
  [align === 'right' && 'right', wide && 'wide'].filter(Boolean).join(' ') || undefined

/** The space that a column needs at least. */
const leastWidth = (width: number | string | undefined) => (typeof width === 'number' ? width : 120)

/** Whether a click is meant for the row, not for a control in it or for selecting text. */
export const isRowClick = (event: MouseEvent) =>
  !(event.target as HTMLElement).closest('a, button, input, label, [role=menu], dialog, [role=dialog]') &&
  !window.getSelection()?.toString()

/** Whether a checkbox was clicked with the Shift key: then it selects a range. */
export const isRange = ({ nativeEvent }: ChangeEvent) => (nativeEvent as globalThis.MouseEvent).shiftKey

type SidewaysProps = { least: number | undefined; children: ReactNode }

/** Scrolls sideways where there is less space than `least`. Then the header stays in the table, not below the app bar. */
const Sideways = ({ least, children }: SidewaysProps) => (
  <Box sx={least === undefined ? {} : { containerType: 'inline-size' }}>
    <Box
      sx={{
        '--rows-top': `${belowAppBar}px`,
        ...(least !== undefined && {
          [`@container (max-width: ${least - 1}px)`]: { '--rows-top': '0px', overflowX: 'auto' },
        }),
      }}
    >
      {children}
    </Box>
  </Box>
)

/** The rows of a list as a table, on wide screens. */
export function Rows<T extends { id: string }>({ view }: { view: TableView<T> }) {
  const { rows, rowLink, rowName, selection, sorting, headerBar, label } = view
  const columns = view.columns.filter(({ only }) => only !== 'card')
  const navigate = useNavigate()
  const least = columns.reduce((sum, { width }) => sum + leastWidth(width), 48)
  return (
    <Sideways least={view.scrolls ? least : undefined}>
      {headerBar && (
        <Box sx={{ position: 'sticky', top: 'var(--rows-top)', left: 0, zIndex: 3, height: 0 }}>
          {/* The checkbox that selects all stays beside it. */}
          <Box sx={{ position: 'absolute', top: 0, left: 44, right: 0 }}>{headerBar}</Box>
        </Box>
      )}
      <Box
        component="table"
        aria-label={label}
        sx={{
          ...table,
          // Where the bar covers it, the header always covers the rows below the app bar: nothing is covered by surprise.
          ...(headerBar === undefined
            ? { borderCollapse: 'collapse' }
            : { borderCollapse: 'separate', '& thead th': { position: 'sticky', zIndex: 2 } }),
          ...(view.scrolls && { minWidth: least }),
          ...(rowLink && { '& tbody tr': { ...table['& tbody tr'], cursor: 'pointer' } }),
        }}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="check">
                <Checkbox
                  checked={selection.all}
                  indeterminate={!selection.all && selection.some}
                  onChange={selection.toggleAll}
                  slotProps={{ input: { 'aria-label': 'Select all on this page' } }}
                />
              </th>
            )}
            {columns.map((column) => {
              const { id, title, align, width, sort } = column
              const direction = sort && sorting && directionOf(sort, sorting.ordering)
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
                  className={classOf(column)}
                  style={{ width }}
                >
                  {sort && sorting ? (
                    <SortLabel title={title} sort={sort} sorting={sorting} align={align ?? 'left'} />
                  ) : (
                    title
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              className={selection?.has(row) ? 'selected' : undefined}
              onClick={(event) => {
                if (rowLink && isRowClick(event)) void navigate(rowLink(row))
              }}
              {...highlightOf(view.highlights, row.id)}
            >
              {selection && (
                <td className="check">
                  <Checkbox
                    checked={selection.has(row)}
                    onChange={(event) => selection.toggle(row, isRange(event))}
                    slotProps={{ input: { 'aria-label': `Select ${rowName(row)}` } }}
                  />
                </td>
              )}
              {columns.map((column, at) => (
                <td key={column.id} className={classOf(column)}>
                  {at === 0 && rowLink ? (
                    <RouteLink to={rowLink(row)} color="inherit" sx={{ fontWeight: 600 }}>
                      {column.cell(row)}
                    </RouteLink>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Sideways>
  )
}
