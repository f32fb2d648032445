import {
  type Approval,
  approve,
  getApproval,
  listApprovals,
  refuse,
} from '@our-print/contract/money/approvals.ts'
import { getProfile } from '@our-print/contract/people/session.ts'
import { optionalText } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'

type Props = { approval: Approval; decision: 'approve' | 'refuse'; onClose: () => void }

const stale = [listApprovals, getApproval, getProfile]
const optional = z.object({ reason: optionalText(500) })

/** Approves, or refuses with a reason. Who asked withdraws it by refusing. */
export default function DecideDialog({ approval, decision, onClose }: Props) {
  const { id, summary, is_own } = approval
  const isApproval = decision === 'approve'
  const approving = useWrite(approve, stale)
  const refusing = useWrite(refuse, stale)
  const write = isApproval ? approving : refusing
  const form = useContractForm(isApproval ? optional : refuse.schema.body, { defaultValues: { reason: '' } })
  const verb = isApproval ? 'Approve' : is_own ? 'Withdraw' : 'Refuse'

  async function save(body: { reason: string }) {
    const done = await write.mutateAsync({ params: { id }, body }).catch(() => undefined)
    if (!done) return
    if (done.status === 'failed') toast.failure('Approved, but it could not be done', done.failure ?? '')
    else if (isApproval) toast.success('Approved and done')
    else toast.success(is_own ? 'Withdrawn' : 'Refused')
    onClose()
  }

  return (
    <FormDialog
      title={`${verb}?`}
      submitLabel={verb}
      danger={!isApproval}
      form={form}
      save={write}
      onClose={onClose}
      onSubmit={save}
    >
      <Text as="p" flow="wrap">
        {summary}
      </Text>
      <TextInput name="reason" label="Reason" optional={isApproval} autoFocus hint="Saved with your name" />
    </FormDialog>
  )
}
