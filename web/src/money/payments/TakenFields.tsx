import { payeeKind } from '@our-print/contract/money/paymentCode.ts'
import { goesToBank } from '@our-print/contract/money/paymentTerms.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { SelectInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { CashGiven } from './CashGiven.tsx'
import { PaymentCode } from './PaymentCode.tsx'
import { methodsOf } from './paymentTexts.ts'

export type TakenForm = {
  method: string
  amount: number | null
  /** In cash: what the customer hands over. */
  given: number | null
  reference: string
  note: string
  allow_same_reference: boolean
}

const schema = lazyFile(async () => (await import('./paymentForm.ts')).takenSchema)

const emptyForm = (amount: number | null, method: string): TakenForm => ({
  method,
  amount,
  given: null,
  reference: '',
  note: '',
  allow_same_reference: false,
})

/** The form of a payment that is taken: all that is due, in cash, until somebody says otherwise. */
export const useTakenForm = (due: number | null, method = 'cash') =>
  useContractForm(schema, {
    defaultValues: emptyForm(due, method),
    prepare: ({ given, amount, reference, ...sent }) => ({
      ...sent,
      ...(sent.method === 'cash' && given !== null && { given }),
      ...(amount !== null && { amount }),
      reference: reference || null,
    }),
    mode: 'onSubmit',
  })

/** The method that a code of this kind asks for. */
const codeMethods = { upi: 'upi', iban: 'bank_transfer' }

type Props = {
  /** Its number is what the bank’s app shows; without it no code is offered. */
  number?: number
  /** The customer or company has this much paid ahead, which can pay, too. */
  balance?: number | undefined
  /** At the door the usual methods are buttons. */
  atDoor?: boolean
}

/** How much is paid and how; change for cash, a code for UPI or a transfer. */
export function TakenFields({ number, balance = 0, atDoor = false }: Props) {
  const { control } = useFormContext<TakenForm>()
  const [method, amount, given] = useWatch({ control, name: ['method', 'amount', 'given'] })
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  const methods = methodsOf(settings?.payment_methods ?? [])
  const fromAccount = balance > 0 ? [{ value: 'account', label: `Account (${rupees(balance)})` }] : []
  const kind = payeeKind()
  return (
    <>
      {atDoor ? (
        <ChoiceInput name="method" label="How it is paid" options={methods.slice(0, 3)} />
      ) : (
        <SelectInput name="method" label="How it is paid" options={[...methods, ...fromAccount]} />
      )}
      <TextInput name="amount" label="Amount" number start={amountSign()} />
      {method === 'cash' && <CashGiven name="given" given={given} amount={amount} />}
      {kind &&
        method === codeMethods[kind] &&
        settings &&
        number !== undefined &&
        amount !== null &&
        amount > 0 && <PaymentCode settings={settings} amount={amount} number={number} />}
      {goesToBank(method) && <TextInput name="reference" label="Bank’s reference" optional />}
      {!atDoor && <TextInput name="note" label="Note" optional />}
    </>
  )
}

/** After the server has pointed out that another payment has this reference: sends the form as it is meant. */
export function SaveAnyway({ error }: { error: ApiError | null }) {
  const { setValue } = useFormContext<TakenForm>()
  if (error?.code !== 'same_reference') return null
  return (
    <Button type="submit" size="touch" tone="warning" onClick={() => setValue('allow_same_reference', true)}>
      Save anyway
    </Button>
  )
}
