import { required, text } from '@our-print/contract/values.ts'
import { z } from 'zod'
import type { WithEmpty } from '../form/useContractForm.ts'
import { plural } from '../format/format.ts'
import { ChosenCompany, Cost, Validity } from '../vouchers/voucherRules.ts'

const maxMegabytes = 256

/** What is wrong with a chosen file before anyone reads it. */
export function csvProblem({ name, size }: File): string | undefined {
  if (!/\.csv$/i.test(name)) return 'Only .csv files can be uploaded'
  if (size === 0) return 'This file is empty'
  return size > maxMegabytes * 1024 * 1024 ? `The file is larger than ${maxMegabytes} MB` : undefined
}

/** What an upload needs beside its codes. */
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
