import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { SelectInput, TextInput } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { CashGiven } from '../../money/payments/CashGiven.tsx'
import { methodsOf, tooLittle } from '../../money/payments/paymentTexts.ts'
import type { NewOrderFields } from './newOrderForm.ts'

/** What is paid with the intake. */
export default function PaidNow({ payable }: { payable: number | undefined }) {
  const { control } = useFormContext<NewOrderFields>()
  const [method, typed, given] = useWatch({ control, name: ['paid_method', 'paid_amount', 'paid_given'] })
  const { data: settings } = useRead(getConfiguration, {})
  const amount = typed ?? payable ?? null
  return (
    <>
      <SelectInput name="paid_method" label="Paid by" options={methodsOf(settings?.payment_methods ?? [])} />
      <TextInput
        name="paid_amount"
        label="Amount"
        number
        start={amountSign()}
        optional
        placeholder={payable === undefined ? 'All of it' : payable.toFixed(2)}
        hint="Empty: all of it"
      />
      {method === 'cash' ? (
        <CashGiven
          name="paid_given"
          given={given}
          amount={amount}
          problem={given !== null && amount !== null && given < amount ? tooLittle : undefined}
        />
      ) : (
        <TextInput name="paid_reference" label="Bank’s reference" optional />
      )}
    </>
  )
}
