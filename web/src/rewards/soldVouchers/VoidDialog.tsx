import { type SoldVoucher, voidSoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { coins } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { Code } from '../vouchers/VoucherTag.tsx'
import { queriesAfterSale } from './queriesAfterSale.ts'

const Form = z.object({ reason: voidSoldVoucher.schema.body.shape.reason })

/** Voids a sold voucher, with a reason that is stored. */
export default function VoidDialog({
  soldVoucher,
  onClose,
}: {
  soldVoucher: SoldVoucher
  onClose: () => void
}) {
  const { id, voucher_code, cost, user_data, version } = soldVoucher
  const client = useQueryClient()
  const write = useWrite(voidSoldVoucher, queriesAfterSale)
  const form = useContractForm(Form, { defaultValues: { reason: '' } })
  const name = fullName(user_data)

  async function save(reason: string) {
    // The list is read again first, and may not contain the row any more.
    const voided = await write.mutateAsync({ body: { id, reason, version } }).catch(() => undefined)
    if (!voided) return
    toast.success(cost > 0 ? `Voided: ${coins(cost)} coins returned to ${name}` : 'Voided')
    onClose()
  }

  /** If someone else voided it, the list is read again when the dialog closes. */
  function close() {
    if (write.error?.status === 409)
      for (const { url } of queriesAfterSale) void client.invalidateQueries({ queryKey: [url] })
    onClose()
  }

  return (
    <FormDialog
      title={`Void ${voucher_code}?`}
      submitLabel="Void voucher"
      danger
      form={form}
      save={write}
      onClose={close}
      onSubmit={({ reason }) => save(reason)}
    >
      <Text as="div" tone="muted">
        {cost > 0 ? `${name} gets ${coins(cost)} coins back. ` : ''}The code <Code code={voucher_code} /> has
        been seen, so it is never given out again. This cannot be taken back.
      </Text>
      <TextInput name="reason" label="Reason" autoFocus hint="Saved with the purchase and your name" />
    </FormDialog>
  )
}
