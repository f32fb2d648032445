import { z } from 'zod'

/** The body of every refusal. `errors` only where fields are at fault. */
export const ProblemBody = z
  .object({
    code: z.string(),
    message: z.string(),
    errors: z.array(z.object({ message: z.string(), context: z.object({ key: z.string() }) })).optional(),
    /** The record as its GET answers it, where the caller's `version` is an older one (409, `stale`). */
    current: z.unknown().optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Problem' })
export type ProblemBody = z.output<typeof ProblemBody>
