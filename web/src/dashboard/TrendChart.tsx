import Box from '@mui/material/Box'
import { LineChart } from '@mui/x-charts/LineChart'
import { showDay } from '../shared/dates.ts'
import { type Day, type Trend, trendNamed } from './trends.ts'

type Props = { trend: Trend; days: readonly Day[]; height: number }

const ink = ['var(--mui-palette-primary-main)', 'var(--mui-palette-info-main)'] as const

/** '3 Nov', so that a week of days fits on a phone. */
const brief = (day: string) =>
  showDay(day)
    .replace(/(st|nd|rd|th)\b/, '')
    .replace(/ \d{4}$/, '')

/** A curve by day; in a chunk of its own, so that the numbers do not wait for the library. */
export default function TrendChart({ trend, days, height }: Props) {
  const lines = [trend, ...(trend.beside ? [trendNamed(trend.beside)] : [])]
  return (
    <Box sx={{ minWidth: 0, px: 1, pb: 1 }}>
      <LineChart
        height={height}
        title={trend.label}
        desc={`${trend.about}, from ${showDay(days[0]?.day ?? '')} to ${showDay(days.at(-1)?.day ?? '')}. The same figures are in the table.`}
        skipAnimation
        hideLegend={lines.length < 2}
        margin={{ left: 0, right: 16, top: 16, bottom: 0 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: 'point',
            data: days.map(({ day }) => day),
            valueFormatter: (day: string, { location }) => (location === 'tick' ? brief(day) : showDay(day)),
            tickLabelMinGap: 16,
            disableLine: true,
            disableTicks: true,
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
            width: 52,
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
