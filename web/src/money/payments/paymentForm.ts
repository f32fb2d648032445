import { OrderPayment, PaidAmount } from '@our-print/contract/money/payments.ts'
import { z } from 'zod'
import { tooLittle } from './paymentTexts.ts'

/** What is asked of a payment that is taken; `given` is the cash that the customer hands over, and is not sent. */
export const takenSchema = OrderPayment.extend({
  amount: PaidAmount.refine((rupees) => rupees > 0, 'This must be more than zero'),
  given: z.number().optional(),
})
  .refine(({ given, amount }) => given === undefined || given >= amount, {
    path: ['given'],
    error: tooLittle,
  })
  .transform(({ given: _, ...sent }) => sent)
