import { type Account, getAccount, listAccounts, updateAccount } from '@our-print/contract/money/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { query } from '../../base/api/api.ts'
import { differences, usePatch } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'

const schema = updateAccount.schema.body.pick({ credit_limit: true })
const valuesOf = ({ credit_limit }: Account) => ({ credit_limit })

const limitText = ({ credit_limit }: Account) => (credit_limit === null ? '' : rupees(credit_limit))
const changes = (seen: Account, current: Account) =>
  differences([
    ['Limit', limitText(seen), limitText(current)],
    ['Paid ahead', rupees(seen.balance), rupees(current.balance)],
  ])

/** Sets what a customer or company may owe; empty: as the configuration says. */
export default function LimitDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, name } = account
  const client = useQueryClient()
  const changing = usePatch(updateAccount, [getAccount, listAccounts], {
    record: account,
    describe: changes,
    onCurrent: (current) => client.setQueryData(query(getAccount, { params: { id } }).queryKey, current),
  })
  const form = useContractForm(schema, { defaultValues: valuesOf(account), mode: 'onSubmit' })
  const { isPending, error } = changing

  async function save(values: z.output<typeof schema>) {
    const saved = await changing.update(values)
    if (!saved) return
    toast.success(`${name} may owe ${rupees(saved.effective_limit)}`)
    onClose()
  }

  return (
    <FormDialog
      title={`What ${name} may owe`}
      form={form}
      save={{ isPending, error }}
      onClose={onClose}
      onSubmit={save}
    >
      <ConflictDialog
        what="This account"
        changing={changing}
        onReload={(current) => form.reset(valuesOf(current), { keepDirtyValues: true })}
      />
      <TextInput
        name="credit_limit"
        label="Limit"
        number
        start={amountSign()}
        optional
        autoFocus
        hint="Empty: as the configuration says. Above it, no order is taken in on account."
      />
    </FormDialog>
  )
}
