import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { InvoiceSettings } from './invoiceSettings.ts'

const { seller, taxes, work } = InvoiceSettings.shape

/** By which a tax is added to prices: for the price of an order before it is taken in. */
export const getTaxRules = {
  method: 'GET',
  url: '/api/tax-rules',
  config: { access: 'signed-in', summary: 'The taxes that are added to prices; null: prices contain them.' },
  schema: {
    response: {
      200: z.object({
        rules: z
          .object({
            seller: seller.pick({ state: true, country_code: true }),
            taxes,
            work,
          })
          .nullable(),
      }),
    },
  },
} as const satisfies Endpoint
