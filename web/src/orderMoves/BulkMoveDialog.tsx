import Box from '@mui/material/Box'
import { Note } from '@our-print/contract/orders.ts'
import { z } from 'zod'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useContractForm } from '../form/useContractForm.ts'
import { type BulkAction, bulkTitle } from './bulkActions.ts'
import type { Moving } from './useMoveOrders.ts'

const Form = z.object({ note: Note })

type Props = { action: BulkAction; moving: Moving; onClose: () => void }

/** The dialog of a move of several orders that needs a note. */
export default function BulkMoveDialog({ action, moving, onClose }: Props) {
  const form = useContractForm(Form, { defaultValues: { note: '' }, mode: 'onSubmit' })
  return (
    <FormDialog
      title={bulkTitle(action)}
      form={form}
      save={moving}
      submitLabel={action.label}
      danger={action.danger}
      onClose={onClose}
      // The dialog shows `moving.error`.
      onSubmit={({ note }) => moving.move(action, note).then(onClose, () => undefined)}
    >
      <Box sx={{ color: 'text.secondary' }}>{action.hint}</Box>
      <TextInput name="note" label="Note" rows={3} autoFocus hint="Saved with each of these orders." />
    </FormDialog>
  )
}
