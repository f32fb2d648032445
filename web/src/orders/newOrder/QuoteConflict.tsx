import type { ChangedField, OrderFieldChange } from '@our-print/contract/orders/orderChanges.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { addressText } from '../../base/format/addressText.ts'
import { formatDay } from '../../base/format/format.ts'
import { changeText } from '../orderMoves/changeTexts.ts'

type Value = OrderFieldChange['from']

/** What of a quote a person can compare. */
const factsOf = ({ order, user_data, files, payable }: Quote): Partial<Record<ChangedField, Value>> => ({
  user: `${user_data.first_name} ${user_data.last_name}`.trim(),
  files: files.map(({ name, page_ranges }) => (page_ranges ? `${name} (${page_ranges})` : name)).join(', '),
  title: order.title,
  copies: order.copies,
  color: order.color,
  sides: order.sides,
  paper_size: order.paper_size,
  binding: order.binding,
  layout: order.layout,
  fit: order.fit,
  bundle: order.bundle,
  lines: order.lines.map(({ text, quantity, price }) => `${text} ${quantity} × ${price}`).join(', '),
  notes: order.notes,
  coupon_code: order.coupon_code ?? null,
  pickup: order.pickup,
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
  const valid = differences([['Valid until', formatDay(seen.valid_until), formatDay(current.valid_until)]])
  const isOther = seen.valid_until !== current.valid_until || changed.length === 0
  return isOther ? [...changed, ...valid] : changed
}

/** Shown where others changed the quote that the form changes: how it is now, and a button to go on with that. */
const QuoteConflict = ({
  seen,
  current,
  reload,
}: {
  seen: Quote
  current: Quote
  reload: () => Quote | undefined
}) => (
  <ConflictDialog
    what="This quote"
    changing={{ conflict: { current, changes: quoteChanges(seen, current) }, reload }}
  />
)

export default QuoteConflict
