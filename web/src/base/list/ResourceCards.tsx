import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useNavigate } from 'react-router'
import { highlightOf } from '../live/live.ts'
import { RouteLink } from '../page/Page.tsx'
import type { Column, TableView } from './columns.tsx'
import { isRange, isRowClick } from './ResourceRows.tsx'
import { useTapGuard } from './useTapGuard.ts'

const placeOf = <T,>(column: Column<T>, at: number) => column.card ?? (at === 0 ? 'title' : 'line')

const selectAll = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  ml: 0.25,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  cursor: 'pointer',
} as const

/** The rows at phone width: one card each, no sideways scrolling. */
export function Cards<T extends { id: string }>({ view }: { view: TableView<T> }) {
  const { selection } = view
  return (
    <>
      {selection && (
        <Box component="label" sx={selectAll}>
          <Checkbox
            checked={selection.all}
            indeterminate={!selection.all && selection.some}
            onChange={selection.toggleAll}
          />
          Select all on this page
        </Box>
      )}
      <Box
        component="ul"
        aria-label={view.label}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {view.rows.map((row) => (
          <Card key={row.id} row={row} view={view} />
        ))}
      </Box>
    </>
  )
}

type CardProps<T> = { row: T; view: TableView<T> }

function Card<T extends { id: string }>({
  row,
  view: { columns, rowLink, rowName, selection, highlights },
}: CardProps<T>) {
  const navigate = useNavigate()
  const at = (place: string) => columns.filter((column, index) => placeOf(column, index) === place)
  const show = (place: string) => at(place).map(({ id, cell }) => <span key={id}>{cell(row)}</span>)
  return (
    <Box
      component="li"
      data-row={row.id}
      tabIndex={-1}
      {...useTapGuard()}
      {...highlightOf(highlights, row.id)}
      onClick={(event) => {
        if (rowLink && isRowClick(event)) void navigate(rowLink(row))
      }}
      sx={{
        p: 1.5,
        minWidth: 0,
        border: 1,
        borderColor: selection?.has(row) ? 'primary.main' : 'divider',
        borderRadius: 1.5,
        bgcolor: 'background.paper',
        overflowWrap: 'anywhere',
        ...(rowLink && { cursor: 'pointer', '&:active': { bgcolor: 'action.hover' } }),
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
        {selection && (
          <Checkbox
            sx={{ m: -0.75, mr: -0.25 }}
            checked={selection.has(row)}
            onChange={(event) => selection.toggle(row, isRange(event))}
            slotProps={{ input: { 'aria-label': `Select ${rowName(row)}` } }}
          />
        )}
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, lineHeight: '24px', '& span + span': { ml: 1 } }}>
          {rowLink ? (
            <RouteLink to={rowLink(row)} color="inherit">
              {show('title')}
            </RouteLink>
          ) : (
            show('title')
          )}
        </Box>
        {show('corner')}
      </Box>
      {at('subtitle').length > 0 && (
        <Box sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
          {show('subtitle')}
        </Box>
      )}
      {at('line').length > 0 && (
        <Box
          component="dl"
          sx={{
            m: 0,
            mt: 1,
            display: 'grid',
            gridTemplateColumns: '1fr 1fr',
            columnGap: 2,
            rowGap: 0.5,
            typography: 'body2',
          }}
        >
          {at('line').map(({ id, title, cell }) => (
            <Box key={id} sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
              <Box component="dt" sx={{ color: 'text.secondary', flex: 'none' }}>
                {title}
              </Box>
              <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
                {cell(row)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {at('footer').length > 0 && (
        <Box
          sx={{
            display: 'flex',
            columnGap: 1,
            flexWrap: 'wrap',
            // An empty footer takes no space.
            '& > span:not(:empty)': { mt: 1.5, flexGrow: 1 },
          }}
        >
          {show('footer')}
        </Box>
      )}
    </Box>
  )
}
