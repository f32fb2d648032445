import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ChangeEvent, MouseEvent, ReactNode } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { SortLabel } from '../listView/SortLabel.tsx'
import { directionOf } from '../listView/sorting.ts'
import { markOf } from '../live/live.ts'
import { belowAppBar } from './SelectionBar.tsx'
import type { TableView } from './tableModel.ts'

const cell = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const desktopOnly = { display: { xs: 'none', lg: 'table-cell' } } as const

/** The space that a column needs at least. */
const leastWidth = (width: number | string | undefined) => (typeof width === 'number' ? width : 120)

/** Whether a click is meant for the row, not for a control in it or for selecting text. */
export const isRowClick = (event: MouseEvent) =>
  !(event.target as HTMLElement).closest('a, button, input, label, [role=menu], [role=dialog]') &&
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
      <Table
        aria-label={label}
        // Where the bar covers it, the header always covers the rows below the app bar: nothing is covered by surprise.
        stickyHeader={headerBar !== undefined}
        sx={{
          tableLayout: 'fixed',
          ...(view.scrolls && { minWidth: least }),
          '& th': { top: 'var(--rows-top)', bgcolor: 'background.paper' },
          '& tr > :first-of-type:not([class*=paddingCheckbox])': { pl: 2 },
          '& tr > :last-of-type': { pr: 2 },
        }}
      >
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <Checkbox
                  checked={selection.all}
                  indeterminate={!selection.all && selection.some}
                  onChange={selection.toggleAll}
                  slotProps={{ input: { 'aria-label': 'Select all on this page' } }}
                />
              </TableCell>
            )}
            {columns.map(({ id, title, align, width, wide, sort }) => (
              <TableCell
                key={id}
                align={align ?? 'left'}
                sortDirection={(sort && sorting && directionOf(sort, sorting.ordering)) ?? false}
                sx={{ width, ...cell, ...(wide && desktopOnly) }}
              >
                {sort && sorting ? (
                  <SortLabel title={title} sort={sort} sorting={sorting} align={align ?? 'left'} />
                ) : (
                  title
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& tr:last-of-type td': { borderBottom: 0 } }}>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              hover
              selected={selection?.has(row) ?? false}
              onClick={(event) => {
                if (rowLink && isRowClick(event)) void navigate(rowLink(row))
              }}
              {...markOf(view.marks, row.id)}
              sx={{ outlineOffset: '-2px !important', ...(rowLink && { cursor: 'pointer' }) }}
            >
              {selection && (
                <TableCell padding="checkbox">
                  <Checkbox
                    checked={selection.has(row)}
                    onChange={(event) => selection.toggle(row, isRange(event))}
                    slotProps={{ input: { 'aria-label': `Select ${rowName(row)}` } }}
                  />
                </TableCell>
              )}
              {columns.map(({ id, align, wide, cell: show }, at) => (
                <TableCell key={id} align={align ?? 'left'} sx={{ ...cell, ...(wide && desktopOnly) }}>
                  {at === 0 && rowLink ? (
                    <Link component={RouterLink} to={rowLink(row)} color="inherit" sx={{ fontWeight: 600 }}>
                      {show(row)}
                    </Link>
                  ) : (
                    show(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Sideways>
  )
}
