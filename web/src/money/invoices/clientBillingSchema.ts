import { updateClientBilling } from '@our-print/contract/money/invoiceSettings.ts'
import { z } from 'zod'

export const clientBillingSchema = updateClientBilling.schema.body.omit({ version: true }).extend({
  monthly: z.enum(['order', 'month']).transform((each) => each === 'month'),
})
