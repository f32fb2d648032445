import { Coins, Day, Id, required } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { today } from '../../base/format/format.ts'
import type { Company } from './CompanyPicker.tsx'

/** The company chosen in a picker, or null. */
export const ChosenCompany = z
  .custom<Company | null>()
  .refine((company) => company !== null && Id.safeParse(company.id).success, required)
  .transform((company) => company?.id ?? '')

/** The last day of a voucher: today or later. */
export const Validity = z
  .string({ error: required })
  .pipe(Day)
  .refine((day) => day >= today(), 'Date should not be before minimal date')

/** A cost in coins; null while the field is empty. */
export const Cost = z
  .number({ error: (issue) => (issue.input === null ? required : 'This must be a number') })
  .pipe(Coins)
