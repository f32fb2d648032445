import { type Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { Address } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { onlyTyped } from '../base/api/useUpdate.ts'
import { EditDialog } from '../base/dialog/EditDialog.tsx'
import { TextInput, useContractForm } from '../base/form/contractForm.tsx'
import styles from './EditOrderDialog.module.css'
import { useUpdateOrder } from './orderMoves/useUpdateOrder.ts'

const Form = z.object({
  title: OrderUpdate.shape.title.unwrap(),
  notes: OrderUpdate.shape.notes.unwrap(),
  address: Address.nullable(),
})

const valuesOf = ({ title, notes, address }: Order) => ({ title, notes, address })

/** Updates an order's title, notes and address. What is printed and its price cannot change. */
export default function EditOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const changing = useUpdateOrder(order)
  const form = useContractForm(Form, { defaultValues: valuesOf(order) })
  return (
    <EditDialog
      title={`Edit order ${order.number}`}
      what="This order"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={onlyTyped}
      savedMessage={({ number }) => `Order ${number} saved`}
      onClose={onClose}
    >
      <TextInput name="title" label="Title" autoFocus />
      <TextInput name="notes" label="Notes" rows={3} optional />
      {order.address && (
        <>
          <TextInput name="address.line1" label="Address line 1" />
          <TextInput name="address.line2" label="Address line 2" optional />
          <div className={styles.place}>
            <TextInput name="address.city" label="City" />
            <TextInput name="address.pincode" label="Pin code" />
            <TextInput name="address.state" label="State" />
            <TextInput name="address.country" label="Country" />
          </div>
        </>
      )}
    </EditDialog>
  )
}
