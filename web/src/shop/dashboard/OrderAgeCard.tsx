import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { count, plural } from '../../base/format/format.ts'
import { ErrorOutlined, WarningAmber } from '../../base/icons/frame.tsx'
import { Bar, Card } from './Card.tsx'

type Age = Dashboard['ageing'][number]

/** From how many days on an order is soon late, and late. */
const tones = [
  { from: 8, label: 'Late', Icon: ErrorOutlined, ink: 'error.main' },
  { from: 4, label: 'Due soon', Icon: WarningAmber, ink: 'warning.main' },
] as const

/** The open orders by age, oldest first. */
export function OrderAgeCard({ ageing }: { ageing: Dashboard['ageing'] | undefined }) {
  const open = ageing?.reduce((total, { orders }) => total + orders, 0)
  const max = Math.max(1, ...(ageing ?? []).map(({ orders }) => orders))
  return (
    <Card
      title="Open orders by age"
      note={open === undefined ? <Skeleton sx={{ width: 96 }} /> : `${plural(open, 'open order')} now`}
    >
      {open === 0 ? (
        <Box sx={{ px: 2, py: 4, textAlign: 'center', color: 'text.secondary' }}>
          No open orders. Orders appear here until they are delivered.
        </Box>
      ) : (
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, px: 2, pt: 0.5, pb: 2, display: 'grid', gap: 1.25 }}
        >
          {ageing
            ? ageing.toReversed().map((age) => <Row key={age.label} age={age} max={max} />)
            : Array.from({ length: 5 }, (_, at) => (
                <Box component="li" key={at} sx={{ height: 28 }}>
                  <Skeleton />
                </Box>
              ))}
        </Box>
      )}
    </Card>
  )
}

function Row({ age: { label, min_days, orders }, max }: { age: Age; max: number }) {
  const tone = orders > 0 ? tones.find(({ from }) => min_days >= from) : undefined
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, typography: 'body2', mb: 0.5 }}>
        <Box component="span" sx={{ fontWeight: tone ? 600 : 400 }}>
          {label}
        </Box>
        {tone && (
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: tone.ink }}>
            <tone.Icon size={14} />
            {tone.label}
          </Box>
        )}
        <Box component="span" sx={{ ml: 'auto', fontWeight: 600 }}>
          {count(orders)}
        </Box>
      </Box>
      <Bar share={orders / max} ink={tone?.ink ?? 'primary.main'} />
    </Box>
  )
}
