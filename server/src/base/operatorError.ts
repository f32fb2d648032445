import { SetupError } from '@our-print/postgres/embeddedPostgres.ts'

/** Something that only the person who runs the shop can resolve. The message is one sentence for them; no stack is shown. */
export class OperatorError extends Error {}

/** The sentence to show for an error that is for the operator; undefined for a bug. */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof OperatorError || error instanceof SetupError ? error.message : undefined
