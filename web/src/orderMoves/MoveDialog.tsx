import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import { Note, type Order } from '@our-print/contract/orders.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import type { Offer } from './orderOffers.ts'
import { useMoveOrder } from './useMoveOrder.ts'

const Form = z.object({ note: Note })

type Props = { order: Order; offer: Offer; onClose: () => void }

/** A move that needs a note. */
export default function MoveDialog({ order, offer, onClose }: Props) {
  // As it was when the person decided: a refresh behind the dialog must not change what they agree to.
  const [seen, setSeen] = useState(order)
  const { move, reload, meanwhile, error, isPending } = useMoveOrder()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { note: '' } })
  return (
    <FormDialog
      title={offer.title?.(order) ?? offer.label}
      form={form}
      save={{ isPending, error }}
      submitLabel={offer.label}
      danger={offer.danger ?? false}
      onClose={onClose}
      onSubmit={(body) => move(seen, offer, body).then((done) => done && onClose())}
    >
      {meanwhile && (
        <ChangedMeanwhile meanwhile={meanwhile} onReload={() => setSeen((old) => reload() ?? old)} />
      )}
      <Box sx={{ color: 'text.secondary' }}>{offer.hint}</Box>
      <TextInput
        name="note"
        label="Note"
        rows={3}
        autoFocus
        hint="Everyone who works on this order can read it."
      />
    </FormDialog>
  )
}
