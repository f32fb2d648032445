import { doublesChoices } from '@our-print/contract/people/customerImports.ts'
import { required } from '@our-print/contract/values.ts'
import { z } from 'zod'

/** The file of an import, and what happens with customers who are known. */
export const ImportForm = z.object({
  file: z.custom<File | null>().refine((file) => file !== null, required),
  doubles: z.enum(doublesChoices),
})
