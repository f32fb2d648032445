import { OrderPayment, PaidAmount } from '@our-print/contract/money/payments.ts'

/** What is asked of a payment that is taken; `given` is the cash that the customer hands over, and is not sent. */
export const takenSchema = OrderPayment.extend({
  amount: PaidAmount.refine((rupees) => rupees > 0, 'This must be more than zero'),
})
