import { required, text } from '@our-print/contract/values.ts'
import { z } from 'zod'
import type { WithEmpty } from '../../base/form/contractForm.tsx'
import { plural } from '../../base/format/format.ts'
import { ChosenCompany, Cost, Validity } from '../vouchers/voucherRules.ts'

/** The fields of an import except its codes. */
export const UploadForm = z.object({
  client: ChosenCompany,
  expiry_date: Validity,
  voucher_detail: z.literal('').or(text(500)),
  cost: z.null().or(Cost),
  file: z.custom<File | null>().refine((file) => file !== null, required),
})

export type UploadFields = WithEmpty<z.input<typeof UploadForm>, 'expiry_date'>
export type Upload = z.output<typeof UploadForm>

export const codes = (number: number) => plural(number, 'code')
