import type { Order } from '@our-print/contract/orders/orders.ts'
import { Id } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { StaffPicker } from '../../people/staff/StaffPicker.tsx'
import type { OrderAction } from './orderActions.ts'
import { useMoveOrder } from './useMoveOrder.ts'

const Form = z.object({ assigned_user: Id })

type Props = { order: Order; action: OrderAction; onCard: boolean; onClose: () => void }

/** Assigns an order to a staff user, or reassigns it. */
export default function AssignDialog({ order, action, onCard, onClose }: Props) {
  const changing = useMoveOrder(order, { onCard })
  const { move, error, isPending } = changing
  const form = useContractForm(Form, {
    defaultValues: { assigned_user: order.assigned_user ?? '' },
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      title={action.title?.(order) ?? action.label}
      form={form}
      save={{ isPending, error }}
      submitLabel={action.label}
      onClose={onClose}
      onSubmit={(body) => move(action, body).then((done) => done && onClose())}
    >
      <ConflictDialog what="This order" changing={changing} />
      <StaffPicker name="assigned_user" current={order.assigned_user_data} autoFocus />
    </FormDialog>
  )
}
