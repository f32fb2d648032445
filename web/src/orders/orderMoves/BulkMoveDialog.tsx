import { Note } from '@our-print/contract/orders/orders.ts'
import { z } from 'zod'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { type BulkAction, bulkTitle } from './bulkActions.ts'
import { ReasonButtons } from './ReasonButtons.tsx'
import type { Moving } from './useMoveOrders.ts'

const Form = z.object({ note: Note })

type Props = { action: BulkAction; moving: Moving; onClose: () => void }

/** The dialog of a move of several orders that needs a note. */
export default function BulkMoveDialog({ action, moving, onClose }: Props) {
  const form = useContractForm(Form, { defaultValues: { note: '' }, mode: 'onSubmit' })
  // The dialog shows `moving.error`.
  const send = ({ note }: { note: string }) => moving.move(action, note).then(onClose, () => undefined)
  const { reasons } = action
  return (
    <FormDialog
      title={bulkTitle(action)}
      form={form}
      save={moving}
      submitLabel={action.label}
      danger={action.danger}
      warning={action.warning}
      onClose={onClose}
      onSubmit={send}
    >
      <Text as="div" tone="muted">
        {action.hint}
      </Text>
      {reasons && (
        <ReasonButtons reasons={reasons} isPending={moving.isPending} onNote={(note) => send({ note })} />
      )}
      <TextInput
        name="note"
        label="Note"
        rows={3}
        autoFocus={!reasons}
        hint="Saved with each of these orders."
      />
    </FormDialog>
  )
}
