import { paymentStatusLabels } from '@our-print/contract/money/paymentTerms.ts'
import { type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { formatDay, listed, plural, rupees } from '../base/format/format.ts'
import { Button } from '../base/ui/Button.tsx'
import { Chip } from '../base/ui/Chip.tsx'
import { colorLabels } from '../shop/configurations/printTexts.ts'
import styles from './OrderFilterChips.module.css'
import { type OrderList, type OrderOption, orderOptions, type validOptions } from './orderLists.ts'
import { dueLabels, printedLabels } from './promises/promiseTexts.ts'
import { useCompanyName, useCustomerName, useStaffName } from './useFilterNames.ts'

type Options = ReturnType<typeof validOptions>
type Props = { list: OrderList; options: Options; statuses: readonly OrderStatus[] }

/** The active filters behind the button: each can be removed, or all at once. */
export default function OrderFilterChips({ list, options, statuses }: Props) {
  const staff = useStaffName(options.assigned_user)
  const customer = useCustomerName(options.user)
  const company = useCompanyName(options.client)
  const payer = useCompanyName(options.billed_to)
  const texts: Record<OrderOption, string> = {
    assigned_user: `Staff: ${staff}`,
    user: `Customer: ${customer}`,
    client: `Customer has vouchers of ${company}`,
    billed_to: `Billed to ${payer}`,
    color: options.color ? colorLabels[options.color] : '',
    paper_size: `Paper: ${options.paper_size}`,
    pickup: options.pickup === 'true' ? 'Customer picks up' : 'To be delivered',
    payable_from: `From ${rupees(Number(options.payable_from))}`,
    payable_to: `Up to ${rupees(Number(options.payable_to))}`,
    paid_from: `Paid ${rupees(Number(options.paid_from))} or more`,
    paid_to: `Paid up to ${rupees(Number(options.paid_to))}`,
    due_from: `Owed ${rupees(Number(options.due_from))} or more`,
    due_to: `Owed up to ${rupees(Number(options.due_to))}`,
    waiting_days: `Waiting longer than ${plural(Number(options.waiting_days), 'day')}`,
    due: options.due ? dueLabels[options.due] : '',
    promised_from: `Promised from ${formatDay(options.promised_from ?? '')}`,
    promised_to: `Promised up to ${formatDay(options.promised_to ?? '')}`,
    printed: options.printed ? printedLabels[options.printed] : '',
    payment_status: options.payment_status ? paymentStatusLabels[options.payment_status] : '',
    is_ready: options.is_ready === 'true' ? 'Ready for pick-up' : 'Not ready for pick-up',
    price_by_hand: options.price_by_hand === 'true' ? 'Price by hand' : 'Calculated price',
  }
  const names = orderOptions.filter((name) => options[name] !== undefined)
  return (
    <section aria-label="Active filters" className={styles.chips}>
      {statuses.length > 1 && (
        <Filter
          text={listed(
            statuses.map((status) => orderStatusLabels[status]),
            'disjunction',
          )}
          onRemove={() => list.setFilter('status', null)}
        />
      )}
      {names.map((name) => (
        <Filter key={name} text={texts[name]} onRemove={() => list.setFilter(name, null)} />
      ))}
      <Button
        look="plain"
        size="small"
        tone="muted"
        onClick={() =>
          list.setFilters({
            ...Object.fromEntries(names.map((name) => [name, null])),
            ...(statuses.length > 1 && { status: null }),
          })
        }
      >
        Clear all
      </Button>
    </section>
  )
}

const Filter = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <Chip text={text} label={`Remove filter: ${text}`} onRemove={onRemove} />
)
