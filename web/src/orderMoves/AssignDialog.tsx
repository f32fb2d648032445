import { zodResolver } from '@hookform/resolvers/zod'
import type { Order } from '@our-print/contract/orders.ts'
import { Id } from '@our-print/contract/values.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import type { Offer } from './orderOffers.ts'
import { useMoveOrder } from './useMoveOrder.ts'

const Form = z.object({ assigned_user: Id })

type Props = { order: Order; offer: Offer; onClose: () => void }

/** Gives an order to a staff user, or to another one. */
export default function AssignDialog({ order, offer, onClose }: Props) {
  // As it was when the person decided: a refresh behind the dialog must not change what they agree to.
  const [seen, setSeen] = useState(order)
  const { move, reload, meanwhile, error, isPending } = useMoveOrder()
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { assigned_user: order.assigned_user ?? '' },
  })
  return (
    <FormDialog
      title={offer.title?.(order) ?? offer.label}
      form={form}
      save={{ isPending, error }}
      submitLabel={offer.label}
      onClose={onClose}
      onSubmit={(body) => move(seen, offer, body).then((done) => done && onClose())}
    >
      {meanwhile && (
        <ChangedMeanwhile meanwhile={meanwhile} onReload={() => setSeen((old) => reload() ?? old)} />
      )}
      <StaffPicker name="assigned_user" current={order.assigned_user_data} autoFocus />
    </FormDialog>
  )
}
