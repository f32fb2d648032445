import { zodResolver } from '@hookform/resolvers/zod'
import { listClients } from '@our-print/contract/clients.ts'
import { listVoucherGroups, listVouchers, saveVoucher } from '@our-print/contract/vouchers.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useWrite } from '../api/api.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { ChoiceInput } from '../form/ChoiceInput.tsx'
import { plural } from '../format/format.ts'
import { CodesField } from './CodesField.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { PngInput } from './PngInput.tsx'
import { SharedFields } from './SharedFields.tsx'
import { type NewVoucher, type VoucherFields, VoucherForm } from './voucherForm.ts'

export const types = [
  { value: 'single', label: 'Single' },
  { value: 'multiple', label: 'Multiple' },
]

/** Adds a voucher of one code or of several to a company. */
export default function NewVoucherDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(saveVoucher, [listVouchers, listVoucherGroups, listClients])
  const [switched, setSwitched] = useState(false)
  const form = useForm<VoucherFields, unknown, NewVoucher>({
    resolver: zodResolver(VoucherForm) as never,
    mode: 'onTouched',
    defaultValues: {
      client: null,
      voucher_detail: '',
      // What is not typed yet is null, which the schema calls missing.
      expiry_date: null as never,
      cost: null as never,
      image: null,
      type: 'single',
      vouchers: [{ voucher_code: '' }],
    },
  })
  const single = useWatch({ control: form.control, name: 'type' }) === 'single'

  function becomeMultiple() {
    if (!single) return
    form.setValue('type', 'multiple', { shouldDirty: true })
    setSwitched(true)
  }

  return (
    <FormDialog
      title="Create New Voucher"
      form={form}
      save={save}
      banner
      onClose={onClose}
      onSubmit={({ type, ...voucher }) =>
        save.mutate(
          { body: { ...voucher, is_single: type === 'single' } },
          {
            onSuccess: ({ codes, client_name }) => {
              toast.success(`${plural(codes, 'voucher')} added to ${client_name}`)
              onClose()
            },
          },
        )
      }
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
    </FormDialog>
  )
}
