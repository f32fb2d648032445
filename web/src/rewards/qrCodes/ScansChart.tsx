import Box from '@mui/material/Box'
import { BarChart } from '@mui/x-charts/BarChart'
import { useId } from 'react'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { count, formatDay, formatShortDay } from '../../base/format/format.ts'
import { devices, type ScanDay } from './scanTexts.ts'

const tickLabel = { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 }
const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * A chart of scans by day, stacked by device; a separate chunk, so that the numbers do not wait for the chart library.
 */
export default function ScansChart({ days, height }: { days: readonly ScanDay[]; height: number }) {
  const id = useId()
  const shown = devices.filter(({ name }) => days.some((day) => day[name] > 0))
  return (
    <Box component="figure" aria-labelledby={id} sx={{ m: 0, minWidth: 0, position: 'relative' }}>
      <Box component="figcaption" id={id} sx={visuallyHidden}>
        Scans by day and device, from {formatDay(days[0]?.day ?? '')} to {formatDay(days.at(-1)?.day ?? '')}.
        The table below gives the same figures.
      </Box>
      <BarChart
        height={height}
        skipAnimation
        hideLegend
        margin={{ left: 0, right: 24, top: 16, bottom: 0 }}
        grid={{ horizontal: true }}
        borderRadius={days.length > 60 ? 0 : 2}
        xAxis={[
          {
            scaleType: 'band',
            data: days.map(({ day }) => day),
            valueFormatter: (day: string, { location }) =>
              location === 'tick' ? formatShortDay(day) : formatDay(day),
            tickLabelMinGap: 16,
            categoryGapRatio: days.length > 60 ? 0.1 : 0.3,
            disableLine: true,
            disableTicks: true,
            tickLabelStyle: tickLabel,
            height: 28,
          },
        ]}
        yAxis={[
          {
            min: 0,
            tickMinStep: 1,
            tickNumber: 4,
            valueFormatter: (value: number) => short.format(value),
            disableLine: true,
            disableTicks: true,
            tickLabelStyle: tickLabel,
            width: 44,
          },
        ]}
        series={shown.map(({ name, label, ink }) => ({
          id: name,
          label,
          stack: 'all',
          data: days.map((day) => day[name]),
          color: ink,
          valueFormatter: (value: number | null) => count(value ?? 0),
        }))}
      />
    </Box>
  )
}
