import { type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { useSeesShop } from '../../base/api/useCan.ts'
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
import { Tiles } from '../../base/ui/Tiles.tsx'
import { TileSection } from './Card.tsx'
import { Tile } from './Tile.tsx'

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
  const seesShop = useSeesShop()
  const { title, prefix } = kinds[type]
  return (
    <TileSection
      title={title}
      note={
        range.from_date === range.to_date
          ? `taken in on ${formatRange(range)}`
          : `taken in from ${formatRange(range)}`
      }
    >
      <Tiles columns={6}>
        {tiles.map((tile) => {
          const value = counts?.[tile.name]
          return (
            <Tile
              key={tile.name}
              label={tile.name === 'total' ? 'Total' : orderStatusLabels[tile.name]}
              of={title.toLowerCase()}
              Icon={tile.Icon}
              // Who has only their own orders has lists of the same names, which count others.
              to={seesShop ? listOf(prefix, tile, range) : '/total_orders'}
              value={value === undefined ? undefined : count(value)}
            />
          )
        })}
      </Tiles>
    </TileSection>
  )
}
