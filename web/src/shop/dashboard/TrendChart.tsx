import Box from '@mui/material/Box'
import { LineChart } from '@mui/x-charts/LineChart'
import { useId } from 'react'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { formatDay, formatShortDay } from '../../base/format/format.ts'
import { type Day, type Trend, trendNamed } from './trends.ts'

type Props = { trend: Trend; days: readonly Day[]; height: number }

const ink = ['var(--mui-palette-primary-main)', 'var(--mui-palette-info-main)'] as const

/** The legend is above the chart and takes this from its height. */
const legendHeight = 28
const tickLabel = { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 }

/** A chart by day; a separate chunk, so that the numbers do not wait for the chart library. */
export default function TrendChart({ trend, days, height }: Props) {
  const id = useId()
  const lines = [trend, ...(trend.beside ? [trendNamed(trend.beside)] : [])]
  return (
    <Box
      component="figure"
      aria-labelledby={id}
      sx={{ m: 0, minWidth: 0, px: 1, pb: 1, position: 'relative' }}
    >
      <Box component="figcaption" id={id} sx={visuallyHidden}>
        {trend.about}, from {formatDay(days[0]?.day ?? '')} to {formatDay(days.at(-1)?.day ?? '')}. Show as
        table gives the same figures.
      </Box>
      <LineChart
        height={height - (lines.length > 1 ? legendHeight : 0)}
        skipAnimation
        hideLegend={lines.length < 2}
        margin={{ left: 0, right: 24, top: 16, bottom: 0 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: 'point',
            data: days.map(({ day }) => day),
            valueFormatter: (day: string, { location }) =>
              location === 'tick' ? formatShortDay(day) : formatDay(day),
            tickLabelMinGap: 16,
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
            valueFormatter: (value: number) => trend.short(value),
            disableLine: true,
            disableTicks: true,
            tickLabelStyle: tickLabel,
            width: trend.name === 'revenue' ? 56 : 44,
          },
        ]}
        series={lines.map(({ name, label, show }, at) => ({
          id: name,
          label,
          data: days.map((day) => day[name]),
          color: ink[at] ?? ink[0],
          area: at === 0,
          curve: 'linear' as const,
          showMark: false,
          valueFormatter: (value: number | null) => show(value ?? 0),
        }))}
        slotProps={{ legend: { position: { vertical: 'top', horizontal: 'end' } } }}
        sx={{
          '& .MuiLineChart-line': { strokeWidth: 2 },
          '& .MuiLineChart-area': { opacity: 0.1 },
          '& .MuiLineChart-line[data-series=delivered]': {
            strokeDasharray: lines.length > 1 ? '5 4' : 'none',
          },
        }}
      />
    </Box>
  )
}
