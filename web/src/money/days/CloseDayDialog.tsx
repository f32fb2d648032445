import { getCash } from '@our-print/contract/money/cash.ts'
import { paiseOf } from '@our-print/contract/money/cashTerms.ts'
import { closeDay, getDay, listDays, type ShopDay } from '@our-print/contract/money/days.ts'
import { goesToBank, methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import { listTillEntries } from '@our-print/contract/money/till.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { amountSign, count, formatDay, rupees, today } from '../../base/format/format.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { signed } from '../cash/cashTexts.ts'
import { type CountFields, NotesInput, nothingCounted } from '../cash/NotesInput.tsx'

type Fields = { till: CountFields; counted: { amount: number | null }[]; note: string }

/** The methods that are counted. One of which a payment comes in meanwhile stands last: what is typed stays with its method. */
function useMethods({ methods }: ShopDay['report']) {
  const counted = methods.filter(({ method }) => goesToBank(method))
  const [names, setNames] = useState(() => counted.map(({ method }) => method))
  const added = counted.map(({ method }) => method).filter((name) => !names.includes(name))
  if (added.length > 0) setNames([...names, ...added])
  return counted.toSorted((one, other) => names.indexOf(one.method) - names.indexOf(other.method))
}

/** Counts the till and the other methods, and closes the day. */
export default function CloseDayDialog({ day: open, onClose }: { day: ShopDay; onClose: () => void }) {
  const { report, orders_out } = open
  const { day, till } = report
  const inHand = report.people.reduce((sum, { in_hand }) => sum + (in_hand ?? 0), 0)
  const isHidden = report.people.some(({ in_hand }) => in_hand === null)
  const methods = useMethods(report)
  const save = useWrite(closeDay, [getDay, listDays, getCash, listTillEntries])
  const defaultValues: Fields = {
    till: nothingCounted,
    counted: methods.map(() => ({ amount: null })),
    note: '',
  }
  const form = useContractForm(closeDay.schema.body, {
    defaultValues,
    prepare: (fields) =>
      withoutNulls({
        ...fields,
        counted: methods.map(({ method }, at) => ({ method, amount: fields.counted[at]?.amount ?? null })),
      }),
  })
  const typed = useWatch({ control: form.control }) as Fields
  const inTill = paiseOf(typed.till.notes, typed.till.rest ?? 0) / 100
  const differences = [
    { name: 'Till', off: inTill - till.expected },
    ...methods.map(({ method, expected }, at) => ({
      name: methodLabel(method),
      off: (typed.counted[at]?.amount ?? expected) - expected,
    })),
  ].filter(({ off }) => Math.round(off * 100) !== 0)
  return (
    <SendDialog
      title={`Close ${formatDay(day)}`}
      form={form}
      save={save}
      submitLabel="Close the day"
      wide
      onClose={onClose}
      inputOf={(body) => ({ params: { day }, body })}
      savedMessage={({ closing }) =>
        closing?.needs_signature
          ? `${formatDay(day)} closed. Another super admin signs it.`
          : `${formatDay(day)} closed`
      }
    >
      <Text tone="muted" size="small">
        Count the till, then compare the other methods with what your bank and your UPI app say. Afterwards
        nothing can be dated into this day.
      </Text>
      {day === today() && (
        <Alert role="none" severity="info">
          <Stack gap={1}>
            <span>No more money can be entered until tomorrow.</span>
            {orders_out > 0 && <span>Still out for delivery: {count(orders_out)}</span>}
            {inHand > 0 && !isHidden && <span>Still in hand: {rupees(inHand)}</span>}
            {isHidden && <span>Still in hand, but for what is to be counted: {rupees(inHand)}</span>}
          </Stack>
        </Alert>
      )}
      <NotesInput name="till" />
      {methods.map(({ method, expected }, at) => (
        <TextInput
          key={method}
          name={`counted.${at}.amount`}
          label={`${methodLabel(method)} that arrived`}
          hint={`Expected ${rupees(expected)}`}
          number
          start={amountSign()}
        />
      ))}
      {differences.length > 0 && (
        <Alert role="none" severity="warning">
          <Stack gap={1}>
            {differences.map(({ name, off }) => (
              <span key={name}>
                {name}: {signed(off)}
              </span>
            ))}
          </Stack>
        </Alert>
      )}
      <TextInput
        name="note"
        label="Note"
        rows={2}
        optional={differences.length === 0}
        hint="Why something differs"
      />
    </SendDialog>
  )
}
