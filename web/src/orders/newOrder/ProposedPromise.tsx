import { getPromiseProposal } from '@our-print/contract/orders/promiseProposal.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { formatSoon } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { type ChosenFile, countOrder } from '../../printing/sheets/countOrder.ts'
import type { NewOrderFields } from './newOrderForm.ts'

type Props = { files: readonly ChosenFile[]; onTake: (time: string) => void }

/** When the order will be done by what was measured. Nothing while its pages are not known, or it cannot be said. */
export default function ProposedPromise({ files, onTake }: Props) {
  const fields = useWatch<NewOrderFields>() as NewOrderFields
  const sides = (countOrder(files, fields)?.impressions ?? 0) * (fields.copies ?? 0)
  const isKnown = Number.isInteger(sides) && sides > 0 && sides <= 100_000_000
  const { data, isPlaceholderData } = useRead(
    getPromiseProposal,
    {
      querystring: {
        sides: String(sides),
        color: fields.color === 'bw' ? 'false' : 'true',
        pickup: fields.pickup ? 'true' : 'false',
      },
    },
    // The queue moves on while the clerk types.
    { enabled: isKnown, staleTime: 60_000, placeholderData: keepPreviousData },
  )
  if (!isKnown || !data) return null
  const { promised_at, measured_orders } = data
  return (
    <Row gap={2} wrap older={isPlaceholderData}>
      <Button size="small" onClick={() => onTake(promised_at)}>
        {formatSoon(promised_at)}
      </Button>
      <Text size="small" tone="muted">
        {measured_orders > 0
          ? '9 of 10 such orders are done by then'
          : 'by usual times, until enough orders were measured'}
      </Text>
    </Row>
  )
}
