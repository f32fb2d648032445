import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { useId } from 'react'
import { count } from '../../base/format/format.ts'
import {
  AssignmentIndOutlined as AssignmentInd,
  CancelOutlined as Cancel,
  CheckCircleOutlined as CheckCircle,
  LocalShippingOutlined as LocalShipping,
  ReceiptLongOutlined as ReceiptLong,
  Schedule,
} from '../../base/icons/frame.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import { formatRange, type Range } from '../../base/list/period.ts'
import { Tile, tileGrid } from './Tile.tsx'

type Counted = OrderStatus | 'total'
type OrderType = keyof Dashboard['orders']

/** The list that each tile opens: its own screen, or all orders filtered by status. */
const tiles: readonly { name: Counted; list: string; Icon: IconType }[] = [
  { name: 'confirmed', list: 'pending_orders', Icon: Schedule },
  { name: 'assigned', list: 'assigned_orders', Icon: AssignmentInd },
  { name: 'out-for-delivery', list: 'total_orders', Icon: LocalShipping },
  { name: 'delivered', list: 'completed_orders', Icon: CheckCircle },
  { name: 'cancelled', list: 'total_orders', Icon: Cancel },
  { name: 'total', list: 'total_orders', Icon: ReceiptLong },
]

const kinds = {
  print: { title: 'Print orders', prefix: '/' },
  subscription: { title: 'Subscription orders', prefix: '/subscription_' },
} as const

function listOf(prefix: string, { name, list }: (typeof tiles)[number], range: Range): string {
  const status: { status?: string } = list === 'total_orders' && name !== 'total' ? { status: name } : {}
  return `${prefix}${list}?${new URLSearchParams({ ...status, ...range })}`
}

type Props = { type: OrderType; counts: Dashboard['orders'][OrderType] | undefined; range: Range }

/** The orders of the period by status; each number opens its list. */
export function OrderTiles({ type, counts, range }: Props) {
  const id = useId()
  const { title, prefix } = kinds[type]
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1, mb: 1 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
          taken in {range.from_date === range.to_date ? 'on' : 'from'} {formatRange(range)}
        </Box>
      </Box>
      <Box component="ul" sx={tileGrid(6)}>
        {tiles.map((tile) => {
          const label = tile.name === 'total' ? 'Total' : orderStatusLabels[tile.name]
          const value = counts?.[tile.name]
          return (
            <Tile
              key={tile.name}
              label={label}
              of={title.toLowerCase()}
              Icon={tile.Icon}
              to={listOf(prefix, tile, range)}
              value={value === undefined ? undefined : count(value)}
            />
          )
        })}
      </Box>
    </Box>
  )
}
