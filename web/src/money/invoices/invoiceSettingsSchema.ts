import { updateInvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import { z } from 'zod'
import { partsOfText } from './taxText.ts'

const Parts = z.string().transform((text, context) => {
  const parts = partsOfText(text)
  if (parts) return parts
  context.issues.push({ code: 'custom', message: 'Write it as CGST 9 + SGST 9', input: text })
  return z.NEVER
})

const { version: _, ...shape } = updateInvoiceSettings.schema.body.shape

/** The settings as they are typed: what a tax is made of is one text. */
export const invoiceSettingsSchema = z
  .object({
    ...shape,
    taxes: z.array(z.object({ name: shape.taxes.element.shape.name, parts: Parts, between: Parts })),
    prices_contain_tax: z.enum(['yes', 'no']).transform((answer) => answer === 'yes'),
    year_starts: z.string().transform(Number),
  })
  .pipe(updateInvoiceSettings.schema.body)
