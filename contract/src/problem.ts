import { z } from 'zod'

/** The response body of every error. `errors` is set only when fields are invalid. */
export const ProblemBody = z
  .object({
    code: z.string(),
    message: z.string(),
    errors: z.array(z.object({ message: z.string(), context: z.object({ key: z.string() }) })).optional(),
    /** The record as its GET returns it, when the request's `version` is outdated (409, `stale`). */
    current: z.unknown().optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Problem' })
export type ProblemBody = z.output<typeof ProblemBody>
