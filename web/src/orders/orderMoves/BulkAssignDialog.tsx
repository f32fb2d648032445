import { Id } from '@our-print/contract/values.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { plural } from '../../base/format/format.ts'
import { StaffPicker } from '../../people/staff/StaffPicker.tsx'
import type { Moving } from './useMoveOrders.ts'

const Form = z.object({ assigned_user: Id })

type Props = { number: number; moving: Moving; onClose: () => void }

/** Assigns the selected orders to one staff user. */
export default function BulkAssignDialog({ number, moving, onClose }: Props) {
  const form = useContractForm(Form, { defaultValues: { assigned_user: '' }, mode: 'onSubmit' })
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={`Assign ${plural(number, 'order')}`}
      form={form}
      save={moving}
      submitLabel="Assign"
      onClose={onClose}
      // The dialog shows `moving.error`.
      onSubmit={({ assigned_user }) => moving.assign(assigned_user, name).then(onClose, () => undefined)}
    >
      <StaffPicker name="assigned_user" autoFocus onChoose={setName} />
    </FormDialog>
  )
}
