import { Coins, Day, Id, required } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { today } from '../format/dates.ts'
import type { Company } from './CompanyPicker.tsx'

/** A company as the picker holds it; nothing chosen is null. */
export const ChosenCompany = z
  .custom<Company | null>()
  .refine((company) => company !== null && Id.safeParse(company.id).success, required)
  .transform((company) => company?.id ?? '')

/** A day that a voucher may hold until: today or later. */
export const Validity = z
  .string({ error: required })
  .pipe(Day)
  .refine((day) => day >= today(), 'Date should not be before minimal date')

/** Coins typed into a number field, which is null while empty. */
export const Cost = z
  .number({ error: (issue) => (issue.input === null ? required : 'This must be a number') })
  .pipe(Coins)
