import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { getAllScans, getScans, type Scans } from '@our-print/contract/rewards/qrCodes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { query } from '../../base/api/api.ts'
import { idOrUnknown } from '../../base/api/ids.ts'
import { count, formatDay, formatShortDay } from '../../base/format/format.ts'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { formatRange, usePeriod } from '../../base/list/period.ts'
import { Failed } from '../../base/list/ResourceStates.tsx'
import { Page } from '../../base/page/Page.tsx'
import { Chart } from '../../base/ui/Chart.tsx'
import { ChartMark } from '../../base/ui/ChartDrawing.tsx'
import { dayAxis } from '../../base/ui/chartData.ts'
import { QrCodeList } from './QrCodeList.tsx'
import { pageTitle, QrTabs } from './QrTabs.tsx'
import { SingleCodeNotice } from './SingleCodeNotice.tsx'
import { devices, notCounted, type ScanDay } from './scanTexts.ts'

/** The tabs of QR codes and their scans. */
export function QrCodesPage() {
  const [search] = useSearchParams()
  return search.get('tab') === 'scans' ? <QrScans /> : <QrCodeList />
}

const longestRange = 400
const chartHeight = 260
const refetchMs = 60_000

/** Scans by day and device, of all codes or of the one in the address. */
function QrScans() {
  const [search] = useSearchParams()
  const named = search.get('id')
  const id = named && idOrUnknown(named)
  const period = usePeriod()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...(id
      ? query(getScans, { params: { id }, querystring: period.range })
      : query(getAllScans, { querystring: period.range })),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  return (
    <Page title={pageTitle} actions={<PeriodChooser period={period} longest={longestRange} />}>
      <QrTabs value="scans" />
      {id && <SingleCodeNotice id={id} all="/qr_codes?tab=scans" />}
      {error && !data ? (
        <Paper variant="outlined">
          <Failed title="These scans could not be loaded" error={error} onRetry={refetch} />
        </Paper>
      ) : data ? (
        <Box sx={{ opacity: isPlaceholderData ? 0.55 : 1, transition: 'opacity 0.15s' }}>
          <Figures scans={data} />
        </Box>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Figures({ scans }: { scans: Scans }) {
  const apart = notCounted(scans.not_counted)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Paper variant="outlined" component="section" aria-label="Scans" sx={{ minWidth: 0 }}>
        <Box sx={{ px: 2, pt: 1.5, color: 'text.secondary' }}>{formatRange(scans)}</Box>
        <Totals scans={scans} />
        {scans.total === 0 ? (
          <Box sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>No scans in this period</Box>
        ) : (
          <ScansChart days={scans.per_day} />
        )}
        {apart && (
          <Box sx={{ px: 2, pb: 1.5, typography: 'caption', color: 'text.secondary' }}>
            Not counted: {apart}
          </Box>
        )}
      </Paper>
      {scans.total > 0 && (
        <Paper variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
          <ScansTable days={scans.per_day} />
        </Paper>
      )}
    </Box>
  )
}

const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

/** Scans by day, those of the devices upon each other. */
const ScansChart = ({ days }: { days: readonly ScanDay[] }) => (
  <Chart
    kind="bars"
    about={`Scans by day and device, from ${formatDay(days[0]?.day ?? '')} to ${formatDay(days.at(-1)?.day ?? '')}. The table below gives the same figures.`}
    {...dayAxis(days)}
    series={devices
      .filter(({ name }) => days.some((day) => day[name] > 0))
      .map(({ name, label, ink }) => ({
        name,
        label,
        ink,
        values: days.map((day) => day[name]),
        show: count,
      }))}
    short={(value) => short.format(value)}
    height={chartHeight}
    legend={false}
  />
)

/** The total of scans and the share of each device, in the chart's colours. */
const Totals = ({ scans }: { scans: Scans }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      px: 2,
      pt: 0.5,
      pb: 1,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: 3,
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
      <Box component="dd" sx={{ m: 0, typography: 'h1' }}>
        {count(scans.total)}
      </Box>
      <Box component="dt">{scans.total === 1 ? 'scan' : 'scans'}</Box>
    </Box>
    {devices.map(({ name, label, ink }) => (
      <Box key={name} sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
        <Box
          component="dt"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
        >
          <ChartMark kind="bars" ink={ink} />
          {label}
        </Box>
        <Box component="dd" sx={{ m: 0 }}>
          {count(scans.devices[name])}
        </Box>
      </Box>
    ))}
  </Box>
)

const Loading = () => (
  <Paper variant="outlined" component="output" sx={{ display: 'block', p: 2, color: 'text.secondary' }}>
    Loading...
    <Skeleton variant="rounded" height={chartHeight + 40} sx={{ mt: 1, opacity: 0.4 }} />
  </Paper>
)

const head = { bgcolor: 'background.paper' } as const

/** The chart as a table, latest day first. */
function ScansTable({ days }: { days: readonly ScanDay[] }) {
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
