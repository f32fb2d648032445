import { Note, type Order } from '@our-print/contract/orders/orders.ts'
import { z } from 'zod'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { afterTap } from './afterTap.ts'
import type { OrderAction } from './orderActions.ts'
import { ReasonButtons } from './ReasonButtons.tsx'
import { useMoveOrder } from './useMoveOrder.ts'

const Form = z.object({ note: Note })

type Props = { order: Order; action: OrderAction; onCard: boolean; onClose: () => void }

/** The dialog of a move that needs a note. */
export default function MoveDialog({ order, action, onCard, onClose }: Props) {
  const changing = useMoveOrder(order, { onCard })
  const { move, error, isPending } = changing
  const form = useContractForm(Form, { defaultValues: { note: '' }, mode: 'onSubmit' })
  const send = (body: z.output<typeof Form>) => afterTap(move(action, body)).then((done) => done && onClose())
  const { reasons } = action
  return (
    <FormDialog
      title={action.title?.(order) ?? action.label}
      form={form}
      save={{ isPending, error }}
      submitLabel={action.label}
      danger={action.danger ?? false}
      warning={action.warning ?? false}
      low={reasons !== undefined}
      onClose={onClose}
      onSubmit={send}
    >
      <ConflictDialog what="This order" changing={changing} />
      <Text as="div" tone="muted">
        {action.hint}
      </Text>
      <TextInput
        name="note"
        label="Note"
        rows={reasons ? 2 : 3}
        // With reasons to tap, the keyboard of a phone would cover them.
        autoFocus={!reasons}
        hint={
          reasons
            ? 'Optional with a reason, to which it is added.'
            : 'Everyone who works on this order can read it.'
        }
      />
      {reasons && <ReasonButtons reasons={reasons} isPending={isPending} onNote={(note) => send({ note })} />}
    </FormDialog>
  )
}
