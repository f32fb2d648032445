import { approvalActs, type LimitedAct, limitedActs, unitOf } from '@our-print/contract/money/approvalActs.ts'
import {
  type ApprovalRule,
  getApprovalRule,
  listApprovals,
  updateApprovalRule,
} from '@our-print/contract/money/approvals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { query, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { ruleChanges } from './approvalTexts.ts'

type Limits = ApprovalRule['limits']
const choices = [
  { value: 'one', label: 'One person' },
  { value: 'two', label: 'Two people' },
]
const schema = z.object({ limits: updateApprovalRule.schema.body.shape.limits })

/** An act without a number is a choice in the form. */
const fieldsOf = ({ limits }: Pick<ApprovalRule, 'limits'>) => ({
  limits: Object.fromEntries(
    limitedActs.map((act) => [act, unitOf(act) ? limits[act] : limits[act] === null ? 'one' : 'two']),
  ) as Record<LimitedAct, number | string | null>,
})

const prepare = ({ limits }: object & { limits: Record<LimitedAct, number | string | null> }) => ({
  limits: Object.fromEntries(
    limitedActs.map((act) => {
      if (unitOf(act)) return [act, limits[act]]
      return [act, limits[act] === 'two' ? 0 : null]
    }),
  ),
})

/** Says which acts need a second super admin, and above which number. */
export default function RuleDialog({ rule, onClose }: { rule: ApprovalRule; onClose: () => void }) {
  const client = useQueryClient()
  const write = useWrite(updateApprovalRule, [getApprovalRule, listApprovals])
  const form = useContractForm(schema, { defaultValues: fieldsOf(rule), prepare })
  const changing = useUpdate<ApprovalRule, { limits: Limits }>({
    record: rule,
    write,
    send: ({ version }, { limits }) => write.mutateAsync({ body: { limits, version } }),
    describe: ruleChanges,
    onCurrent: (current) => client.setQueryData(query(getApprovalRule, {}).queryKey, current),
  })
  const { isPending, error } = changing

  async function save(values: { limits: Limits }) {
    if (!(await changing.update(values))) return
    toast.success('Saved')
    onClose()
  }

  return (
    <FormDialog title="Two people" form={form} save={{ isPending, error }} onClose={onClose} onSubmit={save}>
      <ConflictDialog
        what="The rule"
        changing={changing}
        onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
      />
      <Text as="p" size="small" tone="muted">
        Leave a number empty where one person is enough; with 0 each one needs two. While any is set, a change
        here needs two people, too.
      </Text>
      {limitedActs.map((act) =>
        unitOf(act) ? (
          <TextInput
            key={act}
            name={`limits.${act}`}
            label={`${approvalActs[act].rule}: two people above`}
            hint={approvalActs[act].hint}
            number
            optional
            {...(unitOf(act) === 'rupees' ? { start: amountSign() } : { end: unitOf(act) })}
          />
        ) : (
          <ChoiceInput
            key={act}
            name={`limits.${act}`}
            label={approvalActs[act].rule}
            options={choices}
            hint={approvalActs[act].hint}
          />
        ),
      )}
    </FormDialog>
  )
}
