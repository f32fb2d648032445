import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDay, formatShortDay, today } from '../../base/format/format.ts'
import { ShowChart, TableRowsOutlined as TableRows } from '../../base/icons/home.tsx'
import { formatRange, periodBefore, type Range } from '../../base/list/period.ts'
import { useAddressQuery } from '../../base/list/useAddressQuery.ts'
import { SecondaryButton, TextButton } from '../../base/page/Page.tsx'
import { Chart } from '../../base/ui/Chart.tsx'
import { dayAxis } from '../../base/ui/chartData.ts'
import { BigNumber, Card, ChangeText } from './Card.tsx'
import { type Day, type Trend, trendNamed, trends } from './trends.ts'

/** The chart, the table and their placeholders have the same height, so that nothing below moves. */
const height = 280

/** The period day by day: totals, and a chart or table of the chosen one. */
export function TrendsCard({ data, range }: { data: Dashboard | undefined; range: Range }) {
  const [search, write] = useAddressQuery()
  const chosen = trends.find(({ name }) => name === search.get('chart')) ?? trends[0]
  const [asTable, setAsTable] = useState(false)
  const before = periodBefore(range)

  const choose = (name: Trend['name']) =>
    write({ chart: name === trends[0].name ? null : name }, { replace: true })

  return (
    <Card
      title="Over time"
      note={`Compared with ${range.from_date === today() ? 'all of ' : ''}${formatRange(before)}`}
      action={
        <TextButton
          startIcon={asTable ? <ShowChart /> : <TableRows />}
          onClick={() => setAsTable(!asTable)}
          sx={{ color: 'text.secondary' }}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </TextButton>
      }
    >
      <Box component="fieldset" aria-label="What to show over time" sx={choices}>
        {trends.map(({ name, label, total, before: earlier, show, headline = show }) => (
          <ButtonBase key={name} aria-pressed={name === chosen.name} onClick={() => choose(name)} sx={choice}>
            <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
              {label}
            </Box>
            <BigNumber>{data && headline(total(data))}</BigNumber>
            <ChangeText now={data && total(data)} before={data && earlier(data)} />
          </ButtonBase>
        ))}
      </Box>
      <Box sx={{ minHeight: height, display: 'grid', alignItems: 'center' }}>
        {!data ? (
          <Waiting />
        ) : asTable ? (
          <TrendTable days={data.per_day} room={height} />
        ) : (
          <Picture trend={chosen} data={data} />
        )}
      </Box>
    </Card>
  )
}

function Picture({ trend, data }: { trend: Trend; data: Dashboard }) {
  const { per_day } = data
  const drawn = trend.beside ? [trend, trendNamed(trend.beside)] : [trend]
  const isEmpty = per_day.every((day) => drawn.every(({ name }) => day[name] === 0))
  if (per_day.length < 2 && !isEmpty)
    return <NoDataMessage>Choose a period longer than one day to see a chart.</NoDataMessage>
  const [from, to] = [formatDay(per_day[0]?.day ?? ''), formatDay(per_day.at(-1)?.day ?? '')]
  return (
    <Chart
      kind="lines"
      about={`${trend.about}, from ${from} to ${to}. Show as table gives the same figures.`}
      {...dayAxis(per_day)}
      series={drawn.map(({ name, label, show }, at) => ({
        name,
        label,
        ink: at === 0 ? 1 : 2,
        values: per_day.map((day) => day[name]),
        show,
      }))}
      short={trend.short}
      height={height - 8}
      empty={<Nothing trend={trend} data={data} />}
    />
  )
}

/** What is said of a period without values, with the next step if there is one. */
function Nothing({ trend, data }: { trend: Trend; data: Dashboard }) {
  const none = emptyMessages[trend.name]
  if (none) return none
  return (
    <>
      <span>No orders in this period</span>
      {data.to_date >= today() && (
        <SecondaryButton component={Link} to="/new_order">
          New order
        </SecondaryButton>
      )}
    </>
  )
}

/** The message of a period without values. */
const emptyMessages: Partial<Record<Trend['name'], string>> = {
  delivered: 'No deliveries in this period',
  scans: 'No scans in this period',
}

const Waiting = () => <Skeleton variant="rounded" sx={{ mx: 2, mb: 2, height: height - 32, opacity: 0.4 }} />

const NoDataMessage = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      justifyItems: 'center',
      gap: 1.5,
      p: 3,
      textAlign: 'center',
      color: 'text.secondary',
    }}
  >
    {children}
  </Box>
)

const choices = {
  m: 0,
  p: 0,
  minWidth: 0,
  border: 0,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr 1.2fr 1fr' },
  // On a phone the last of an odd number of tiles fills its row.
  '& > :last-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
  borderTop: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

const choice = {
  display: 'block',
  minWidth: 0,
  px: 2,
  py: 1.25,
  textAlign: 'left',
  boxShadow: 'inset 0 -2px 0 transparent',
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-pressed=true]': { boxShadow: 'inset 0 -2px 0 var(--mui-palette-primary-main)' },
  '&.Mui-focusVisible': { outlineOffset: '-2px' },
} as const

/** The charts as a table, latest day first. */
function TrendTable({ days, room }: { days: readonly Day[]; room: number }) {
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
