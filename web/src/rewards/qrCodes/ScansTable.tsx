import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { formatDay, formatShortDay } from '../../base/format/dates.ts'
import { count } from '../../base/format/format.ts'
import { devices, type ScanDay } from './scanTexts.ts'

const head = { bgcolor: 'background.paper' } as const

/** The chart as a table, latest day first. */
export function ScansTable({ days }: { days: readonly ScanDay[] }) {
  const oneYear = days[0]?.day.slice(0, 4) === days.at(-1)?.day.slice(0, 4)
  return (
    // A scrolling area must be focusable, so that the keyboard can scroll it.
    <Box
      component="section"
      aria-label="Scans by day"
      tabIndex={0}
      sx={{ maxHeight: 400, overflow: 'auto', '&:focus-visible': { outlineOffset: '-2px' } }}
    >
      <Table stickyHeader aria-label="Scans by day">
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...head, pl: 2 }}>Day</TableCell>
            {devices.map(({ name, label }) => (
              <TableCell key={name} align="right" sx={head}>
                {label}
              </TableCell>
            ))}
            <TableCell align="right" sx={{ ...head, pr: 2 }}>
              Total
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& tr:last-of-type > *': { borderBottom: 0 } }}>
          {days.toReversed().map((day) => (
            <TableRow key={day.day}>
              <TableCell component="th" scope="row" sx={{ pl: 2, whiteSpace: 'nowrap' }}>
                {oneYear ? formatShortDay(day.day) : formatDay(day.day)}
              </TableCell>
              {devices.map(({ name }) => (
                <TableCell key={name} align="right" sx={day[name] === 0 ? { color: 'text.secondary' } : {}}>
                  {count(day[name])}
                </TableCell>
              ))}
              <TableCell
                align="right"
                sx={{ pr: 2, ...(day.total === 0 ? { color: 'text.secondary' } : { fontWeight: 600 }) }}
              >
                {count(day.total)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
