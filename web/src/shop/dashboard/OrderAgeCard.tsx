import { lateDays } from '@our-print/contract/orders/promises.ts'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { count, plural } from '../../base/format/format.ts'
import { ErrorOutlined, WarningAmber } from '../../base/icons/frame.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { Card, Nothing } from './Card.tsx'
import styles from './OrderAgeCard.module.css'

type Age = Dashboard['ageing'][number]

/** From how many days on an order is soon late, and late. */
const tones = [
  { from: lateDays, label: 'Late', Icon: ErrorOutlined, tone: 'danger' },
  { from: 4, label: 'Due soon', Icon: WarningAmber, tone: 'warning' },
] as const

/** The open orders by age, oldest first. */
export function OrderAgeCard({ ageing }: { ageing: Dashboard['ageing'] | undefined }) {
  const open = ageing?.reduce((total, { orders }) => total + orders, 0)
  const max = Math.max(1, ...(ageing ?? []).map(({ orders }) => orders))
  return (
    <Card
      title="Open orders by age"
      note={open === undefined ? <Skeleton width={96} /> : `${plural(open, 'open order')} now`}
    >
      {open === 0 ? (
        <Nothing>No open orders. Orders appear here until they are delivered.</Nothing>
      ) : (
        <ul className={styles.ages}>
          {ageing
            ? ageing.toReversed().map((age) => <AgeRow key={age.label} age={age} max={max} />)
            : Array.from({ length: 5 }, (_, at) => (
                <li key={at} className={styles.waiting}>
                  <Skeleton />
                </li>
              ))}
        </ul>
      )}
    </Card>
  )
}

function AgeRow({ age: { label, min_days, orders }, max }: { age: Age; max: number }) {
  const state = orders > 0 ? tones.find(({ from }) => min_days >= from) : undefined
  return (
    <li>
      <div className={styles.facts}>
        <Text strong={state !== undefined}>{label}</Text>
        {state && (
          <span className={styles.tone}>
            <state.Icon size={14} tone={state.tone} />
            <Text tone={state.tone}>{state.label}</Text>
          </span>
        )}
        <span className={styles.orders}>{count(orders)}</span>
      </div>
      <ProgressBar value={(orders / max) * 100} tone={state?.tone ?? 'accent'} />
    </li>
  )
}
