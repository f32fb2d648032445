import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { formatDay, formatShortDay } from '../../base/format/dates.ts'
import { type Day, trends } from './trends.ts'

/** The charts as a table, latest day first. */
export function TrendTable({ days, room }: { days: readonly Day[]; room: number }) {
  const oneYear = days[0]?.day.slice(0, 4) === days.at(-1)?.day.slice(0, 4)
  return (
    // A scrolling area must be focusable, so that the keyboard can scroll it.
    <Box
      component="section"
      aria-label="Day by day"
      tabIndex={0}
      sx={{
        maxHeight: room,
        overflow: 'auto',
        alignSelf: 'start',
        '&:focus-visible': { outlineOffset: '-2px' },
      }}
    >
      <Table stickyHeader aria-label="Day by day">
        <TableHead>
          <TableRow>
            <TableCell sx={{ pl: 2, bgcolor: 'background.paper' }}>Day</TableCell>
            {trends.map(({ name, label }, at) => (
              <TableCell
                key={name}
                align="right"
                sx={{ bgcolor: 'background.paper', ...(at === trends.length - 1 && { pr: 2 }) }}
              >
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {days.toReversed().map((day) => (
            <TableRow key={day.day}>
              <TableCell component="th" scope="row" sx={{ pl: 2, whiteSpace: 'nowrap' }}>
                {oneYear ? formatShortDay(day.day) : formatDay(day.day)}
              </TableCell>
              {trends.map(({ name, show }, at) => (
                <TableCell key={name} align="right" sx={at === trends.length - 1 ? { pr: 2 } : {}}>
                  {show(day[name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
