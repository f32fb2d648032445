import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

type Limits = Parameters<FastifyRequest['parts']>[0]

/** The parts of a form, and after the last one the place to work on them; what its reader throws without a code says that the form is not one. */
export async function* partsOf(request: FastifyRequest, options?: Limits): AsyncGenerator<Multipart> {
  // The reader waits for the end of the request, which has come already where its sender is gone.
  if (request.raw.destroyed && !request.raw.readableEnded) throw brokenForm()
  try {
    yield* request.parts(options)
    await request.takePlace?.()
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? brokenForm() : error
  }
}

const brokenForm = () => new Problem(400, 'malformed', 'The form is broken off or not well formed')

/** A file that ends too early is a form that is broken off. */
export const asBrokenForm = (error: unknown) =>
  error instanceof Error && /terminated early|unexpected end|premature/i.test(error.message)
    ? brokenForm()
    : error

/** The last part of a path, without characters that a name on a ticket or in a header should not have. */
export function plainName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim()
}
