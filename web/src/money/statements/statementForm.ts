import { required } from '@our-print/contract/values.ts'
import { z } from 'zod'

/** A statement, and by what its payments came. */
export const StatementForm = z.object({
  file: z.custom<File | null>().refine((file) => file !== null, required),
  method: z.string(),
})
