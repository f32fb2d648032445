import {
  listStatementLines,
  type StatementLine,
  setAsideStatementLine,
} from '@our-print/contract/money/statements.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { rupees } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'

/** Says what a line is that is no payment of the shop's customers. */
export default function SetAsideDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { id, amount, version } = line
  const save = useWrite(setAsideStatementLine, [listStatementLines])
  const form = useContractForm(setAsideStatementLine.schema.body, {
    defaultValues: { reason: '', version },
    mode: 'onSubmit',
  })
  return (
    <SendDialog
      title={`Set ${rupees(amount)} aside`}
      form={form}
      save={save}
      submitLabel="Set aside"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body })}
      savedMessage={() => 'The line is set aside'}
    >
      <Text as="p" tone="muted">
        For what is no payment of a customer: fees, interest, cash brought to the bank.
      </Text>
      <TextInput name="reason" label="What it is" autoFocus />
    </SendDialog>
  )
}
