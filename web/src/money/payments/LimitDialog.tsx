import { type Account, getAccount, listAccounts, updateAccount } from '@our-print/contract/money/accounts.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'

type Fields = { credit_limit: number | null }

/** Sets what a customer or company may owe; empty: as the configuration says. */
export default function LimitDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, name, credit_limit } = account
  const save = useWrite(updateAccount, [getAccount, listAccounts])
  const defaultValues: Fields = { credit_limit }
  const schema = updateAccount.schema.body.pick({ credit_limit: true })
  const form = useContractForm(schema, { defaultValues, mode: 'onSubmit' })
  return (
    <SendDialog
      title={`What ${name} may owe`}
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body })}
      savedMessage={({ effective_limit }) => `${name} may owe ${rupees(effective_limit)}`}
    >
      <TextInput
        name="credit_limit"
        label="Limit"
        number
        start={amountSign()}
        optional
        autoFocus
        hint="Empty: as the configuration says. Above it, no order is taken in on account."
      />
    </SendDialog>
  )
}
