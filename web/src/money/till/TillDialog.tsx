import { getCash } from '@our-print/contract/money/cash.ts'
import { type TillAct, usualReasons } from '@our-print/contract/money/cashTerms.ts'
import { createTillEntry, listTillEntries } from '@our-print/contract/money/till.ts'
import { useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'

const texts: Record<TillAct, { title: string; submit: string; done: string }> = {
  float: { title: 'Put change into the till', submit: 'Put in', done: 'put into the till' },
  pay_out: { title: 'Pay out from the till', submit: 'Pay out', done: 'paid out' },
  deposit: { title: 'Deposit at the bank', submit: 'Deposit', done: 'taken to the bank' },
}

type Fields = { kind: TillAct; amount: number | null; reason: string; reference: string }

/** Puts cash into the till, or takes it out. */
export default function TillDialog({ act, onClose }: { act: TillAct; onClose: () => void }) {
  const save = useWrite(createTillEntry, [listTillEntries, getCash])
  const defaultValues: Fields = { kind: act, amount: null, reason: '', reference: '' }
  const form = useContractForm(createTillEntry.schema.body, { defaultValues, prepare: withoutNulls })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { title, submit, done } = texts[act]
  return (
    <SendDialog
      title={title}
      form={form}
      save={save}
      submitLabel={submit}
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ amount }) => `${rupees(Math.abs(amount))} ${done}`}
    >
      <TextInput name="amount" label="Amount" number start={amountSign()} autoFocus />
      <TextInput name="reason" label={act === 'pay_out' ? 'What for' : 'Note'} optional={act !== 'pay_out'} />
      {act === 'pay_out' && (
        <Row gap={2} wrap>
          {usualReasons.map((each) => (
            <Button
              key={each}
              size="small"
              aria-pressed={reason === each}
              onClick={() => form.setValue('reason', each, { shouldDirty: true, shouldValidate: true })}
            >
              {each}
            </Button>
          ))}
        </Row>
      )}
      {act !== 'float' && (
        <TextInput name="reference" label={act === 'deposit' ? 'Slip of the bank' : 'Receipt'} optional />
      )}
    </SendDialog>
  )
}
