import { VoucherCode } from '@our-print/contract/rewards/vouchers.ts'
import { text } from '@our-print/contract/values.ts'
import { z } from 'zod'
import type { WithEmpty } from '../../base/form/contractForm.tsx'
import { ChosenCompany, Cost, Validity } from './voucherRules.ts'

/** More fields make the page slow; a file can have more codes. */
export const maxCodes = 200

/** The codes of pasted text, one per line, as copied from a spreadsheet. */
export const linesOf = (pasted: string) =>
  pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const shared = {
  voucher_detail: text(500),
  cost: Cost,
  image: z.string().nullable(),
}

/** The schema of the form of a new voucher. */
export const VoucherForm = z
  .object({
    client: ChosenCompany,
    ...shared,
    expiry_date: Validity,
    type: z.enum(['single', 'multiple']),
    vouchers: z.array(z.object({ voucher_code: VoucherCode })),
  })
  .superRefine(({ type, vouchers }, context) => {
    if (type === 'single' && vouchers.length > 1) {
      context.addIssue({
        code: 'custom',
        path: ['vouchers'],
        message: 'A single voucher has one code. Remove the others, or choose Multiple.',
      })
    }
    const seen = new Set<string>()
    for (const [at, { voucher_code }] of vouchers.entries()) {
      if (seen.has(voucher_code)) {
        context.addIssue({
          code: 'custom',
          path: ['vouchers', at, 'voucher_code'],
          message: 'This code is entered twice',
        })
      }
      seen.add(voucher_code)
    }
  })

export type VoucherFields = WithEmpty<z.input<typeof VoucherForm>, 'expiry_date' | 'cost'>

export const emptyVoucher: VoucherFields = {
  client: null,
  voucher_detail: '',
  expiry_date: null,
  cost: null,
  image: null,
  type: 'single',
  vouchers: [{ voucher_code: '' }],
}
