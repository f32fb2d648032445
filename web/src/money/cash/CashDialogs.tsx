import {
  countedCash,
  countHandOver,
  declareHandOver,
  explainHandOver,
  getCash,
  type HandOver,
  listHandOvers,
} from '@our-print/contract/money/cash.ts'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog, SendDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { rupees } from '../../base/format/format.ts'
import { Facts } from '../../base/page/Page.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { differenceText, unsentText } from './cashTexts.ts'
import { NotesInput, nothingCounted } from './NotesInput.tsx'

export type CashDialog =
  | { open: 'declare'; unsent: number }
  | { open: 'count' | 'explain'; handOver: HandOver }
type Props = { dialog: CashDialog; onClose: () => void }

/** The dialogs of cash in hand, loaded together when the first one opens. */
export default function CashDialogs({ dialog, onClose }: Props) {
  if (dialog.open === 'declare') return <DeclareDialog unsent={dialog.unsent} onClose={onClose} />
  const { handOver } = dialog
  return dialog.open === 'count' ? (
    <CountDialog handOver={handOver} onClose={onClose} />
  ) : (
    <ExplainDialog handOver={handOver} onClose={onClose} />
  )
}

const Counted = z.strictObject(countedCash)
const stale = [getCash, listHandOvers]
const countOptions = { defaultValues: nothingCounted, prepare: withoutNulls }

/** What a person hands over of the cash in hand. */
function DeclareDialog({ unsent, onClose }: { unsent: number; onClose: () => void }) {
  const save = useWrite(declareHandOver, stale)
  const form = useContractForm(Counted, countOptions)
  return (
    <SendDialog
      title="Hand over cash"
      form={form}
      save={save}
      submitLabel="Hand over"
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ declared }) => `${rupees(declared ?? 0)} handed over: it is counted now`}
    >
      <Text tone="muted" size="small">
        Count what you give to the shop. Somebody there counts it again.
      </Text>
      {unsent > 0 && <Text tone="warning">{unsentText(unsent)}</Text>}
      <NotesInput />
    </SendDialog>
  )
}

type Of = { handOver: HandOver; onClose: () => void }

/** The second count, by who does not know the first one. */
function CountDialog({ handOver, onClose }: Of) {
  const save = useWrite(countHandOver, stale)
  const form = useContractForm(Counted, countOptions)
  const { id, holder_name } = handOver
  const send = (body: z.output<typeof Counted>) =>
    save.mutate(
      { params: { id }, body },
      {
        onSuccess: (counted) => {
          if (counted.status === 'done') toast.success(inTill(counted))
          else toast.failure(`It differs: ${differenceText(counted)}`, 'Explain it to finish.')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Count the cash of ${holder_name}`}
      form={form}
      save={save}
      submitLabel="Counted"
      onClose={onClose}
      onSubmit={send}
    >
      <Text tone="muted" size="small">
        What {holder_name} declared is shown when you have counted. You can count once.
      </Text>
      <NotesInput />
    </FormDialog>
  )
}

const inTill = ({ counted, holder_name }: HandOver) =>
  `${rupees(counted ?? 0)} of ${holder_name} is in the till`

const Explanation = explainHandOver.schema.body.omit({ version: true })

/** Says why a hand-over differs. */
function ExplainDialog({ handOver, onClose }: Of) {
  const save = useWrite(explainHandOver, stale)
  const { id, holder_name, declared, counted, expected, version } = handOver
  const off = (counted ?? 0) - (expected ?? 0) || (counted ?? 0) - (declared ?? 0)
  const defaultValues = { explanation: off < 0 ? ('short' as const) : ('over' as const), reason: '' }
  const form = useContractForm(Explanation, { defaultValues })
  return (
    <SendDialog
      title={`Explain the difference of ${holder_name}`}
      form={form}
      save={save}
      submitLabel="Explain"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body: { ...body, version } })}
      savedMessage={inTill}
    >
      <Facts
        facts={[
          { name: 'In hand, by payments', value: rupees(expected ?? 0) },
          { name: `Declared by ${holder_name}`, value: rupees(declared ?? 0) },
          { name: `Counted by ${handOver.counted_by_name}`, value: rupees(counted ?? 0) },
          { name: 'Difference', value: differenceText(handOver), strong: true },
        ]}
      />
      <ChoiceInput
        name="explanation"
        label="The cash is"
        options={[
          { value: 'short', label: 'Short' },
          { value: 'over', label: 'Over' },
        ]}
      />
      <TextInput name="reason" label="Why" rows={2} placeholder="Gave 50 too much change at order 1042" />
    </SendDialog>
  )
}
