import { isOffered } from '@our-print/contract/money/paymentCode.ts'
import {
  methodLabel,
  movesMoney,
  type PaymentStatus,
  paymentMethodLabels,
} from '@our-print/contract/money/paymentTerms.ts'

/** The methods by which money changes hands, beside the account. */
export const methodsOf = (added: readonly string[]) =>
  [...Object.keys(paymentMethodLabels).filter((each) => movesMoney(each) && isOffered(each)), ...added].map(
    (value) => ({ value, label: methodLabel(value) }),
  )

export const paymentStatusTones = {
  unpaid: 'warning',
  part_paid: 'warning',
  paid: 'success',
  overpaid: 'danger',
} as const satisfies Record<PaymentStatus, string>

/** Said of cash that is given where more is taken as paid: the till would be short. */
export const tooLittle = 'This is less than the amount'

/** What is given back of cash; undefined while it is not enough. */
export const changeOf = (given: number | null, amount: number | null): number | undefined =>
  given === null || amount === null || given < amount
    ? undefined
    : (Math.round(given * 100) - Math.round(amount * 100)) / 100
