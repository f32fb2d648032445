import type { PriceDay } from '@our-print/contract/orders/orderChanges.ts'
import type { Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { priceOrder } from '@our-print/contract/orders/priceOrder.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../base/api/api.ts'
import { useDebounced } from '../base/form/useDebounced.ts'
import { rupees } from '../base/format/format.ts'
import { Radio } from '../base/ui/Checkbox.tsx'
import { FieldGroup } from '../base/ui/Field.tsx'
import { Stack } from '../base/ui/Layout.tsx'
import { Text } from '../base/ui/Text.tsx'
import styles from './EditOrderDialog.module.css'

type Props = {
  order: Order
  /** What would be sent; the server prices it by its own rule. */
  body: OrderUpdate
  prices: PriceDay
  onPrices: (prices: PriceDay) => void
}

const labels: Record<PriceDay, string> = { order_day: 'Prices of its day', today: 'Prices of today' }

/** For who sees prices: what the order costs now and would cost changed; where prices have changed since, the person chooses by which. */
export function ChangedPrice({ order, body, prices, onPrices }: Props) {
  const text = JSON.stringify(body)
  const settled = useDebounced(text, 400)
  const change = JSON.parse(settled) as OrderUpdate
  // What cannot be saved yet, such as no copies, is said at its field.
  const isValid = priceOrder.schema.body.safeParse(change).success
  const asks = settled !== '{}' && text === settled && isValid
  const reply = useRead(
    priceOrder,
    { params: { id: order.id }, body: change },
    { enabled: asks, placeholderData: keepPreviousData },
  )
  const price = text === '{}' ? undefined : reply.data
  const before = order.payable ?? 0
  const chosen = price?.[prices]
  const after = chosen?.payable ?? before
  const differs = price !== undefined && price.order_day?.payable !== price.today?.payable
  const isByHand = chosen && chosen.amount !== chosen.calculated_amount
  return (
    <Stack gap={2} older={price !== undefined && reply.isPlaceholderData}>
      {differs && (
        <FieldGroup label="The prices have changed since this order was taken in">
          {(['order_day', 'today'] as const).map((day) => (
            <Radio
              key={day}
              name="prices"
              label={price[day] ? `${labels[day]}: ${rupees(price[day].payable)}` : labels[day]}
              hint={price.refused[day]}
              disabled={price.refused[day] !== null}
              checked={prices === day}
              onChange={() => onPrices(day)}
            />
          ))}
        </FieldGroup>
      )}
      <output className={styles.price} aria-live="polite">
        <Text>Payable</Text>
        <Text strong data-testid="changed price">
          {after === before ? rupees(after) : `${rupees(before)} → ${rupees(after)}`}
        </Text>
      </output>
      {isByHand && (
        <Text size="small" tone="muted">
          Calculated: {rupees(chosen.calculated_amount)}
        </Text>
      )}
      {asks && reply.error && (
        <Text size="small" tone="danger" role="alert">
          {reply.error.message}
        </Text>
      )}
    </Stack>
  )
}
