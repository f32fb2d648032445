import { amountSign } from '@our-print/contract/money/currency.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { mostRupees } from '@our-print/contract/values.ts'
import { unprocessable } from '../base/http/problem.ts'

/** Why an order may not cost so much, in paise; undefined where it may. */
export const whyTooDear = (amount: number): string | undefined =>
  amount <= toPaise(mostRupees)
    ? undefined
    : `This would cost more than ${amountSign()}${mostRupees.toLocaleString('en-IN')}. Order less at once.`

export function refuseTooDear(amount: number): void {
  const message = whyTooDear(amount)
  if (message) throw unprocessable('copies', message)
}
