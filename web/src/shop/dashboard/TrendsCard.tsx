import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { useState } from 'react'
import { formatDay, today } from '../../base/format/format.ts'
import { ShowChart, TableRowsOutlined as TableRows } from '../../base/icons/frame.tsx'
import { formatRange, periodBefore, type Range } from '../../base/list/period.ts'
import { useAddressQuery } from '../../base/list/useAddressQuery.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Chart } from '../../base/ui/Chart.tsx'
import { ChartTable } from '../../base/ui/ChartTable.tsx'
import { dayAxis, dayNames, hourAxis, hoursSoFar } from '../../base/ui/chartData.ts'
import { PressableCard } from '../../base/ui/PressableCard.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { BigNumber, Card, ChangeText, Nothing } from './Card.tsx'
import styles from './TrendsCard.module.css'
import { type Day, type Hour, isHourly, type Trend, trendNamed, trends } from './trends.ts'

/** The chart, the table and their placeholders have the same height, so that nothing below moves. */
const height = 280

/** The period day by day, or one day by its hours: totals, and a chart or table of the chosen one. */
export function TrendsCard({ data, range }: { data: Dashboard | undefined; range: Range }) {
  const [search, write] = useAddressQuery()
  const chosen = trends.find(({ name }) => name === search.get('chart')) ?? trends[0]
  const [asTable, setAsTable] = useState(false)
  const before = periodBefore(range)
  const hours = data?.per_hour && hoursSoFar(data.from_date, data.per_hour)

  const choose = (name: Trend['name']) =>
    write({ chart: name === trends[0].name ? null : name }, { replace: true })

  return (
    <Card
      title="Over time"
      note={`Compared with ${range.from_date === today() ? 'all of ' : ''}${formatRange(before)}`}
      action={
        <Button
          look="plain"
          size="small"
          start={asTable ? <ShowChart /> : <TableRows />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      <fieldset aria-label="What to show over time" className={styles.choices}>
        {trends.map(({ name, label, total, before: earlier, show, headline = show }) => (
          <PressableCard
            key={name}
            look="tile"
            aria-pressed={name === chosen.name}
            onClick={() => choose(name)}
          >
            <Text size="small" tone="muted">
              {label}
            </Text>{' '}
            <BigNumber>{data && headline(total(data))}</BigNumber>{' '}
            <ChangeText now={data && total(data)} before={data && earlier(data)} />
          </PressableCard>
        ))}
      </fieldset>
      <div className={styles.room} style={{ minHeight: height }}>
        {!data ? (
          <Waiting />
        ) : hours && asTable ? (
          <HoursTable day={data.from_date} hours={hours} />
        ) : hours ? (
          <HoursPicture trend={chosen} day={data.from_date} hours={hours} data={data} />
        ) : asTable ? (
          <TrendTable days={data.per_day} />
        ) : (
          <Picture trend={chosen} data={data} />
        )}
      </div>
    </Card>
  )
}

/** One day by its hours. Deliveries and scans are counted by the day. */
function HoursPicture({ trend, day, hours, data }: HoursProps) {
  const { name } = trend
  if (!isHourly(name))
    return <Nothing>{trend.label} are counted by the day. Choose a longer period to see a chart.</Nothing>
  return (
    <Chart
      kind="lines"
      about={`${trend.hourly}, on ${formatDay(day)}. Show as table gives the same figures.`}
      {...hourAxis(day, hours)}
      series={[
        { name, label: trend.label, ink: 1, values: hours.map((hour) => hour[name]), show: trend.show },
      ]}
      short={trend.short}
      height={height - 8}
      empty={<NoValues trend={trend} data={data} />}
    />
  )
}

type HoursProps = { trend: Trend; day: string; hours: readonly Hour[]; data: Dashboard }

function Picture({ trend, data }: { trend: Trend; data: Dashboard }) {
  const { per_day } = data
  const drawn = trend.beside ? [trend, trendNamed(trend.beside)] : [trend]
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
      empty={<NoValues trend={trend} data={data} />}
    />
  )
}

/** What is said of a period without values, with the next step if there is one. */
function NoValues({ trend, data }: { trend: Trend; data: Dashboard }) {
  const none = emptyMessages[trend.name]
  if (none) return none
  return (
    <>
      <span>No orders in this period</span>
      {data.to_date >= today() && <Button to="/new_order">New order</Button>}
    </>
  )
}

/** The message of a period without values. */
const emptyMessages: Partial<Record<Trend['name'], string>> = {
  delivered: 'No deliveries in this period',
  scans: 'No scans in this period',
}

const Waiting = () => (
  <div className={styles.waiting}>
    <Skeleton shape="rounded" height={height - 32} faint />
  </div>
)

/** The charts as a table. */
const TrendTable = ({ days }: { days: readonly Day[] }) => (
  <div className={styles.table}>
    <ChartTable
      label="Day by day"
      of="Day"
      names={dayNames(days)}
      columns={trends.map(({ name, label, show }) => ({
        name,
        label,
        show,
        values: days.map((day) => day[name]),
      }))}
      scrolls={height}
    />
  </div>
)

/** The same of the hours of one day, as far as they are counted. */
const HoursTable = ({ day, hours }: { day: string; hours: readonly Hour[] }) => (
  <div className={styles.table}>
    <ChartTable
      label="Hour by hour"
      of="Hour"
      names={hourAxis(day, hours).points.map(({ label }) => label)}
      columns={trends.flatMap(({ name, label, show }) =>
        isHourly(name) ? [{ name, label, show, values: hours.map((hour) => hour[name]) }] : [],
      )}
      scrolls={height}
    />
  </div>
)
