import type { Order } from '@our-print/contract/orders/orders.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { rupees } from '../../base/format/format.ts'
import { SaveAnyway, TakenFields, useTakenForm } from '../../money/payments/TakenFields.tsx'
import { afterTap } from './afterTap.ts'
import type { OrderAction, OrderChange } from './orderActions.ts'
import { useMoveOrder } from './useMoveOrder.ts'

type Payment = NonNullable<OrderChange['payment']>
type Props = {
  order: Order
  action: OrderAction
  onCard: boolean
  onClose: () => void
  /** The delivery needs a proof, too: it follows with this payment. */
  onProof?: ((payment: Payment) => void) | undefined
}

/** At the door: how much is collected and how. One tap takes the payment and delivers the order. */
export default function CollectDialog({ order, action, onCard, onClose, onProof }: Props) {
  const changing = useMoveOrder(order, { onCard })
  const { error, isPending } = changing
  const form = useTakenForm(order.due)
  const delivery: OrderAction = {
    ...action,
    // This dialog shows what is refused.
    asks: 'note',
    message: (after) => `${action.message(after)}, ${rupees(after.paid ?? 0)} paid`,
  }
  const send = (payment: Payment) =>
    onProof
      ? onProof(payment)
      : afterTap(changing.move(delivery, { payment })).then((done) => done && onClose())
  return (
    <FormDialog
      title={`Collect ${rupees(order.due ?? 0)}`}
      form={form}
      save={{ isPending, error }}
      submitLabel={onProof ? 'Received, go on' : 'Received'}
      low
      // What was refused has been collected all the same.
      unsaved={error !== null}
      onClose={onClose}
      onSubmit={send}
    >
      <ConflictDialog what="This order" changing={changing} />
      <SaveAnyway error={error} />
      <TakenFields number={order.number} atDoor />
    </FormDialog>
  )
}
