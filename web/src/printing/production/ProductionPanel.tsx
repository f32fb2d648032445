import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import {
  type CounterGap,
  getProductionSummary,
  mostWaiting,
  type ProductionSummary,
} from '@our-print/contract/printing/production.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatDay, plural, waitingTime } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined,
  Schedule,
  WarningAmber,
} from '../../base/icons/frame.tsx'
import { usePolling } from '../../base/live/live.ts'
import { RouteLink, SecondaryButton } from '../../base/page/Page.tsx'
import { ProductionFigures } from './ProductionFigures.tsx'
import { sides } from './productionTexts.ts'

const refetchMs = 60_000

/** The production of the dashboard's days, and what needs somebody now. */
export default function ProductionPanel({ range }: { range: { from_date: string; to_date: string } }) {
  const id = useId()
  const { data, error, isPlaceholderData, isFetching, refetch } = useRead(
    getProductionSummary,
    { querystring: range },
    { placeholderData: keepPreviousData, refetchInterval: usePolling(refetchMs) },
  )
  return (
    <Box component="section" aria-labelledby={id} aria-busy={isFetching} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          Production
        </Typography>
        <RouteLink to={`/production?${new URLSearchParams(range)}`}>Days, printers and margins</RouteLink>
      </Box>
      {error && !data ? (
        <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          The production could not be loaded. {error.message}
          <SecondaryButton size="small" onClick={() => void refetch()}>
            Retry
          </SecondaryButton>
        </Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5, opacity: isPlaceholderData ? 0.55 : 1 }}>
          <ProductionFigures data={data} />
          {data && <ProductionTasks tasks={data.tasks} />}
        </Box>
      )}
    </Box>
  )
}

const ProductionDialogs = lazyPart(() => import('./ProductionDialogs.tsx'))

type Tasks = ProductionSummary['tasks']

const shownItems = 4

/** What needs somebody now: counters that do not agree, stock that is low, orders that wait to be printed. */
function ProductionTasks({ tasks }: { tasks: Tasks }) {
  const [explaining, setExplaining] = useState<CounterGap>()
  const { gaps, low_stock, not_printed, oldest } = tasks
  const hidden = low_stock.length - shownItems
  if (gaps.length + low_stock.length + not_printed === 0) {
    return (
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary', typography: 'body2' }}
      >
        <CheckCircle size={16} tone="success" />
        Counters agree with the jobs, stock is enough, and no order of the days before waits to be printed.
      </Box>
    )
  }
  return (
    <Paper variant="outlined" component="ul" aria-label="To do" sx={list}>
      {gaps.map((gap) => (
        <Task
          key={gap.reading}
          tone="error"
          action={
            <SecondaryButton
              size="small"
              aria-label={`Explain the gap of ${gap.printer_name}`}
              onClick={() => setExplaining(gap)}
            >
              Explain
            </SecondaryButton>
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
              <RouteLink to={`/order/${id}`} title={title} underline="always">
                {number}
              </RouteLink>{' '}
              ({waitingTime(created_at)})
            </span>
          ))}
          .
        </Task>
      )}
      {explaining && <ProductionDialogs open={explaining} onClose={() => setExplaining(undefined)} />}
    </Paper>
  )
}

const list = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const

const tones = {
  error: { Icon: ErrorOutlined, color: 'danger' },
  warning: { Icon: WarningAmber, color: 'warning' },
  waiting: { Icon: Schedule, color: 'muted' },
} as const

type TaskProps = { tone: keyof typeof tones; action: ReactNode; children: ReactNode }

function Task({ tone, action, children }: TaskProps) {
  const { Icon, color } = tones[tone]
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1 }}>
      <Icon size={18} tone={color} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      {action}
    </Box>
  )
}

const Go = ({ to, children }: { to: string; children: string }) => (
  <SecondaryButton size="small" component={RouterLink} to={to} sx={{ whiteSpace: 'nowrap' }}>
    {children}
  </SecondaryButton>
)
