import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import { type Order, OrderPatch } from '@our-print/contract/orders.ts'
import { Address } from '@our-print/contract/values.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { onlyTyped } from '../api/useChange.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { ChangedMeanwhile } from '../orderMoves/ChangedMeanwhile.tsx'
import { useChangeOrder } from '../orderMoves/useChangeOrder.ts'

const Form = z.object({
  title: OrderPatch.shape.title.unwrap(),
  notes: OrderPatch.shape.notes.unwrap(),
  address: Address.nullable(),
})

const valuesOf = ({ title, notes, address }: Order) => ({ title, notes, address })

/** Corrects the words of an order: title, notes, address. What is printed and what it costs stay. */
export default function EditOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [seen, setSeen] = useState(order)
  const { change, reload, meanwhile, error, isPending } = useChangeOrder()
  const form = useForm({ resolver: zodResolver(Form), mode: 'onTouched', defaultValues: valuesOf(order) })
  const { dirtyFields } = form.formState

  function takeCurrent() {
    const current = reload()
    if (!current) return
    setSeen(current)
    form.reset(valuesOf(current), { keepDirtyValues: true })
  }

  async function save(values: z.output<typeof Form>) {
    const typed = onlyTyped(values, dirtyFields)
    if (Object.keys(typed).length === 0) return onClose()
    const saved = await change(seen, typed).catch(() => undefined)
    if (!saved) return
    toast.success(`Order ${saved.number} saved`)
    onClose()
  }

  return (
    <FormDialog
      title={`Edit order ${order.number}`}
      form={form}
      save={{ isPending, error }}
      onClose={onClose}
      onSubmit={save}
    >
      {meanwhile && <ChangedMeanwhile meanwhile={meanwhile} onReload={takeCurrent} />}
      <TextInput name="title" label="Title" autoFocus />
      <TextInput name="notes" label="Notes" rows={3} optional />
      {order.address && (
        <>
          <TextInput name="address.line1" label="Address line 1" />
          <TextInput name="address.line2" label="Address line 2" optional />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <TextInput name="address.city" label="City" />
            <TextInput name="address.pincode" label="Pin code" />
            <TextInput name="address.state" label="State" />
            <TextInput name="address.country" label="Country" />
          </Box>
        </>
      )}
    </FormDialog>
  )
}
