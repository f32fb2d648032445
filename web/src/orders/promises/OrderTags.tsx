import { openStatuses } from '@our-print/contract/orders/orderMoves.ts'
import PromiseTags from './PromiseTags.tsx'
import type { Tagged } from './promiseTexts.ts'

/** Until when an open order is promised, and that it waits to be fetched. Nothing for most orders. */
export const OrderTags = ({ order }: { order: Tagged }) =>
  order.is_ready || (order.promised_at && openStatuses.includes(order.status)) ? (
    <PromiseTags order={order} />
  ) : null
