import { listClients } from '@our-print/contract/rewards/clients.ts'
import { createVouchers, listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { useContractForm } from '../../base/form/useContractForm.ts'
import { plural } from '../../base/format/format.ts'
import { CodesField } from './CodesField.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { PngInput } from './PngInput.tsx'
import { SharedFields } from './SharedFields.tsx'
import { emptyVoucher, VoucherForm } from './voucherForm.ts'

export const types = [
  { value: 'single', label: 'Single' },
  { value: 'multiple', label: 'Multiple' },
]

/** Creates a voucher group with one code or several. */
export default function NewVoucherDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createVouchers, [listVouchers, listVoucherGroups, listClients])
  const [switched, setSwitched] = useState(false)
  const form = useContractForm(VoucherForm, { defaultValues: emptyVoucher })
  const single = useWatch({ control: form.control, name: 'type' }) === 'single'

  function becomeMultiple() {
    if (!single) return
    form.setValue('type', 'multiple', { shouldDirty: true })
    setSwitched(true)
  }

  return (
    <SendDialog
      title="Create New Voucher"
      form={form}
      save={save}
      banner
      onClose={onClose}
      inputOf={({ type, ...voucher }) => ({ body: { ...voucher, is_single: type === 'single' } })}
      savedMessage={({ codes, client_name }) => `${plural(codes, 'voucher')} added to ${client_name}`}
    >
      <CompanyPicker name="client" autoFocus />
      <SharedFields />
      <PngInput name="image" label="Image" />
      <ChoiceInput
        name="type"
        label="Type"
        options={types}
        hint={switched && !single ? 'Several codes were pasted, so this is a multiple voucher.' : undefined}
      />
      <CodesField single={single} onMany={becomeMultiple} />
    </SendDialog>
  )
}
