import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { addDays, count, plural, rupees, today } from '../../base/format/format.ts'
import type { Range } from '../../base/list/period.ts'
import { longWeekday } from '../../base/ui/calendarDays.ts'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import styles from './TodaySummary.module.css'
import type { Day } from './trends.ts'

type Props = { data: Dashboard | undefined; range: Range }

/** Today's numbers in one line, if the period includes today, and below them those of the same weekday before. */
export function TodaySummary({ data, range: { from_date, to_date } }: Props) {
  const now = today()
  const before = addDays(now, -7)
  if (now < from_date || to_date < now) return null
  return (
    <div className={styles.today}>
      <DayLine name="Today so far" data={data} day={now} />
      {from_date <= before && (
        <DayLine name={`All of last ${longWeekday(before)}`} data={data} day={before} />
      )}
    </div>
  )
}

function DayLine({ name, data, day }: { name: string; data: Dashboard | undefined; day: string }) {
  if (!data) return <Skeleton maxWidth={380} />
  const found = data.per_day.find((one) => one.day === day)
  return found ? (
    <p className={styles.line}>
      {name}: <Figures {...found} />
    </p>
  ) : null
}

const Figures = ({ orders, cancelled, delivered, pages, revenue }: Day) => (
  <>
    <b>{plural(orders - cancelled, 'order')}</b> taken in, <b>{count(delivered)}</b> delivered,{' '}
    <b>{plural(pages, 'page')}</b>, <b>{rupees(revenue)}</b>
  </>
)
