import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ChangeEvent, MouseEvent } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { SortLabel } from '../listView/SortLabel.tsx'
import { directionOf } from '../listView/sorting.ts'
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

/** The rows of a list as a table, on wide screens. */
export function Rows<T extends { id: string }>({ view }: { view: TableView<T> }) {
  const { rows, rowLink, rowName, selection, sorting, label } = view
  const columns = view.columns.filter(({ only }) => only !== 'card')
  const navigate = useNavigate()
  return (
    <Table
      aria-label={label}
      sx={{
        tableLayout: 'fixed',
        ...(view.scrolls && { minWidth: columns.reduce((sum, { width }) => sum + leastWidth(width), 48) }),
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
  )
}
