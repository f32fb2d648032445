import {
  type ChangedField,
  choiceFields,
  type OrderFieldChange,
  textFields,
} from '@our-print/contract/orders/orderChanges.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import { useEffect, useRef } from 'react'
import { differences } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { addressText } from '../../base/format/addressText.ts'
import { amountSign, formatDay } from '../../base/format/format.ts'
import { fullName } from '../../people/customers/fullName.ts'
import { changeText } from '../orderMoves/changeTexts.ts'

type Value = OrderFieldChange['from']

/** All that a person can change of a quote's order, so that a new field is told, too. */
const orderFields = [
  ...textFields,
  ...choiceFields,
  'pay_by',
  'billed_to',
  'promised_at',
  'window_from',
] as const

/** A quote has no price by hand. */
const valuesOf = (order: Quote['order']): Partial<Record<ChangedField, unknown>> => order

/** What of a quote a person can compare. */
const factsOf = ({ order, user_data, files, payable }: Quote): Partial<Record<ChangedField, Value>> => ({
  ...Object.fromEntries(orderFields.map((field) => [field, valuesOf(order)[field] ?? null])),
  user: fullName(user_data),
  // It knows only the ids of these.
  user_subscription_plan: order.user_subscription_plan?.slice(-6) ?? null,
  billed_to: order.billed_to?.slice(-6) ?? null,
  files: files.map(({ name, page_ranges }) => (page_ranges ? `${name} (${page_ranges})` : name)).join(', '),
  lines: order.lines
    .map(({ text, quantity, price }) => `${text} ${quantity} × ${amountSign()}${price}`)
    .join(', '),
  address: order.address ? addressText(order.address) : null,
  payable,
})

function quoteChanges(seen: Quote, current: Quote): string[] {
  const before = factsOf(seen)
  const now = factsOf(current)
  const changed = (Object.keys(now) as ChangedField[]).flatMap((field) => {
    const [from, to] = [before[field] ?? null, now[field] ?? null]
    return from === to ? [] : [changeText({ field, from, to })]
  })
  const isValidAsLong = seen.valid_until === current.valid_until
  if (isValidAsLong && changed.length > 0) return changed
  const valid = differences([['Valid until', formatDay(seen.valid_until), formatDay(current.valid_until)]])
  return [...changed, ...valid]
}

type Props = { seen: Quote; current: Quote; reload: () => Quote | undefined }

/** Shown where others changed the quote that the form changes: how it is now, and a button to go on with that. */
export default function QuoteConflict({ seen, current, reload }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // The button that saves may be far below it.
  useEffect(() => box.current?.scrollIntoView?.({ block: 'center' }), [])
  return (
    <div ref={box}>
      <ConflictDialog
        what="This quote"
        changing={{ conflict: { current, changes: quoteChanges(seen, current) }, reload }}
      />
    </div>
  )
}
