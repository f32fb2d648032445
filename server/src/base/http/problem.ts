import type { ProblemBody } from '@our-print/contract/problem.ts'

export type FieldError = { message: string; context: { key: string } }

type Details = {
  fields?: FieldError[]
  retryAfter?: number
  allow?: string
  current?: unknown
  cause?: unknown
}

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldError[]
  readonly retryAfter: number | undefined
  /** The methods that the path has, for 405. */
  readonly allow: string | undefined
  /** The record as it is now, where the caller's version of it is stale. */
  readonly current: unknown

  constructor(
    status: number,
    code: string,
    message: string,
    { fields = [], retryAfter, allow, current, cause }: Details = {},
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.allow = allow
    this.current = current
  }

  /** The refusal that was stored for an Idempotency-Key. */
  static fromBody(status: number, { code, message, errors, current }: ProblemBody): Problem {
    return new Problem(status, code, message, { fields: errors ?? [], current })
  }

  toBody(): ProblemBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.fields.length > 0 && { errors: this.fields }),
      ...(this.current !== undefined && { current: this.current }),
    }
  }
}

const field = (key: string, message: string): FieldError => ({ message, context: { key } })

export const notFound = (what: string) => new Problem(404, 'not_found', `${what} not found`)
export const conflict = (message: string, code = 'conflict') => new Problem(409, code, message)
/** The caller saw an older version of the record than there is now. */
export const stale = (what: string, current: unknown) =>
  new Problem(
    409,
    'stale',
    `${what} was changed by someone else in the meantime. Reload to see how it is now.`,
    { current },
  )
/** Somebody else deleted what a new record belongs to, or uses what is to be deleted, at the same time. */
export const referenceGone = (cause: unknown) =>
  new Problem(
    409,
    'conflict',
    'Someone else deleted or used what this belongs to in the meantime. Reload to see how it is now, then try again.',
    { cause },
  )
export const forbidden = (message: string) => new Problem(403, 'forbidden', message)
export const tooManyRequests = (message: string, retryAfter: number) =>
  new Problem(429, 'too_many_requests', message, { retryAfter })
export const tooLarge = () => new Problem(413, 'too_large', 'This is larger than is accepted here')
export const overloaded = () =>
  new Problem(503, 'overloaded', 'The server is busy. Please try again in a moment.', { retryAfter: 2 })

/** Another write holds what this one wants to change. */
export const locked = () =>
  new Problem(
    503,
    'locked',
    'Someone else is changing the same record just now. Please try again in a moment.',
    {
      retryAfter: 2,
    },
  )

const diskFullMessage =
  'The disk of the server is full, so nothing can be saved at the moment. What is there can still be read.'
export const diskFull = (message = diskFullMessage) => new Problem(507, 'disk_full', message)
/** The database cannot be reached. A write may have been committed or not; a retry with its Idempotency-Key finds out. */
export const databaseUnavailable = () =>
  new Problem(
    503,
    'database_unavailable',
    'The database cannot be reached at the moment. Please try again shortly.',
    { retryAfter: 2 },
  )
/** The storage of the files sent no answer, or none that is of use. */
export const storageUnavailable = (cause: unknown) =>
  new Problem(
    503,
    'storage_unavailable',
    'The storage of the files cannot be reached at the moment. Please try again shortly.',
    { retryAfter: 5, cause },
  )
/** The process that reads files died twice, which is not the fault of the file. */
export const checkUnavailable = (cause: unknown) =>
  new Problem(
    503,
    'check_unavailable',
    'Files cannot be checked at the moment. Nothing is wrong with yours. Please try again shortly.',
    { retryAfter: 5, cause },
  )

/** A field with an invalid value. */
export const invalid = (key: string, message: string) => invalidFields([field(key, message)])
export const invalidFields = (fields: FieldError[]) =>
  new Problem(400, 'invalid', fields[0]?.message ?? 'Some fields are not valid', { fields })
export const fieldError = field

/** What a schema refuses; `errors` has what each of several forms of a value refuses. */
type Issue = {
  code: string | undefined
  path: readonly PropertyKey[]
  message: string
  keys?: readonly string[]
  errors?: readonly (readonly Issue[])[]
}

/**
 * The field errors of a schema's refusal, unknown fields by their name. Of several forms of a value the first says what is
 * wanted: an email address, where it may also be empty.
 */
export function asFields(
  { code, path, message, keys = [], errors = [] }: Issue,
  whole = 'body',
): FieldError[] {
  if (code === 'unrecognized_keys')
    return keys.map((key) => fieldError([...path, key].join('.'), 'This field is not known'))
  const [first] = errors
  // A sentence of the schema's own stays.
  if (code === 'invalid_union' && message === 'Invalid input' && first)
    return first.flatMap((issue) => asFields({ ...issue, path: [...path, ...issue.path] }, whole))
  return [fieldError(path.join('.') || whole, message)]
}

/** A value that must be unique and is used already. */
export const duplicate = (key: string, message: string) =>
  new Problem(409, 'taken', message, { fields: [field(key, message)] })

/** Valid, but refused by a rule of the shop that the person can satisfy. */
export const unprocessable = (key: string, message: string) =>
  new Problem(422, 'refused', message, { fields: [field(key, message)] })

/** Whether a change of one record among many was made, or why it was refused. */
export type Result = { ok: boolean; code: string | null; message: string | null }

export const done: Result = { ok: true, code: null, message: null }

/** The result of a change of one record among many: its refusal does not end the others. */
export async function resultOf(change: () => Promise<unknown>): Promise<Result> {
  try {
    await change()
    return done
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { ok: false, code: error.code, message: error.message }
  }
}

/** A file of an order whose bytes may be gone, some months after the order ended; then it has no storage key any more. */
export type Removable = { name: string; removed_at: string | null }

/** Refuses a file whose bytes are gone. */
export function refuseRemoved<T extends Removable>(file: T): T {
  if (file.removed_at === null) return file
  const day = file.removed_at.slice(0, 10)
  const message = `${file.name} was removed on ${day}: this shop keeps files only for a time after an order has ended. Ask the customer for it.`
  throw new Problem(410, 'file_removed', message)
}
