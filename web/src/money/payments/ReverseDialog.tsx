import { type Payment, reversePayment } from '@our-print/contract/money/payments.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { rupees } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { stalePayments } from './stalePayments.ts'

/** Undoes a payment that was entered by mistake; the reason stays with it. */
export default function ReverseDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, number, amount } = payment
  const save = useWrite(reversePayment, stalePayments)
  const form = useContractForm(reversePayment.schema.body, {
    defaultValues: { reason: '' },
    mode: 'onSubmit',
  })
  return (
    <SendDialog
      title={`Reverse payment ${number}`}
      form={form}
      save={save}
      submitLabel="Reverse"
      danger
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body })}
      savedMessage={() => `Payment ${number} reversed`}
    >
      <Text as="p" tone="muted">
        For a payment that was entered by mistake. It stays in the list, with a second one of{' '}
        {rupees(-amount)}.
      </Text>
      <TextInput name="reason" label="Reason" rows={2} autoFocus />
    </SendDialog>
  )
}
