import {
  type CounterGap,
  mostWaiting,
  type ProductionSummary,
} from '@our-print/contract/printing/production.ts'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatDay, plural, waitingTime } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined,
  Schedule,
  WarningAmber,
} from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './ProductionTasks.module.css'
import { sides } from './productionTexts.ts'

const ProductionDialogs = lazyPart(() => import('./ProductionDialogs.tsx'))

type Tasks = ProductionSummary['tasks']

const shownItems = 4

/** What needs somebody now: counters that do not agree, stock that is low, orders that wait to be printed. */
export function ProductionTasks({ tasks }: { tasks: Tasks }) {
  const [explaining, setExplaining] = useState<CounterGap>()
  const { gaps, low_stock, not_printed, oldest } = tasks
  const hidden = low_stock.length - shownItems
  if (gaps.length + low_stock.length + not_printed === 0) {
    return (
      <Row gap={2}>
        <CheckCircle size={16} tone="success" />
        <Text size="small" tone="muted">
          Counters agree with the jobs, stock is enough, and no order of the days before waits to be printed.
        </Text>
      </Row>
    )
  }
  return (
    <Card as="ul" pad={0} aria-label="To do">
      {gaps.map((gap) => (
        <Task
          key={gap.reading}
          tone="error"
          action={
            <Button
              size="small"
              aria-label={`Explain the gap of ${gap.printer_name}`}
              onClick={() => setExplaining(gap)}
            >
              Explain
            </Button>
          }
        >
          <b>{gap.printer_name}</b> counted {sides(Math.abs(gap.gap))} {gap.gap > 0 ? 'more' : 'less'} than
          its jobs since {formatDay(gap.since)}: {count(gap.counter)} against {count(gap.by_jobs)}.
        </Task>
      ))}
      {low_stock.slice(0, shownItems).map((item) => (
        <Task
          key={item.id}
          tone={item.level === 'out' ? 'error' : 'warning'}
          action={<Go to={`/stock?${new URLSearchParams({ query: item.name })}`}>Stock</Go>}
        >
          {item.message}
        </Task>
      ))}
      {hidden > 0 && (
        <Task tone="warning" action={<Go to="/stock?is_low=true">All low stock</Go>}>
          {plural(hidden, 'more item')} of the stock {hidden === 1 ? 'is' : 'are'} low.
        </Task>
      )}
      {not_printed > 0 && (
        <Task tone="waiting" action={<Go to="/pending_orders?ordering=created_at">Orders</Go>}>
          {not_printed === mostWaiting
            ? `${count(mostWaiting)} orders or more`
            : plural(not_printed, 'order')}{' '}
          of the days before {not_printed === 1 ? 'is' : 'are'} open and not fully printed. The oldest:{' '}
          {oldest.map(({ id, number, title, created_at }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/order/${id}`} title={title} underlined>
                {number}
              </Link>{' '}
              ({waitingTime(created_at)})
            </span>
          ))}
          .
        </Task>
      )}
      {explaining && <ProductionDialogs open={explaining} onClose={() => setExplaining(undefined)} />}
    </Card>
  )
}

const tones = {
  error: { Icon: ErrorOutlined, color: 'danger' },
  warning: { Icon: WarningAmber, color: 'warning' },
  waiting: { Icon: Schedule, color: 'muted' },
} as const

type TaskProps = { tone: keyof typeof tones; action: ReactNode; children: ReactNode }

function Task({ tone, action, children }: TaskProps) {
  const { Icon, color } = tones[tone]
  return (
    <li className={styles.task}>
      <Icon size={18} tone={color} />
      <div className={styles.what}>{children}</div>
      {action}
    </li>
  )
}

const Go = ({ to, children }: { to: string; children: string }) => (
  <Button size="small" to={to}>
    {children}
  </Button>
)
