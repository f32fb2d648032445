import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import { Approval } from '@our-print/contract/money/approvals.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { ProblemBody } from '@our-print/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db, Pool, Transaction } from '../database/db.ts'
import { idleMs } from '../database/jobTransaction.ts'
import { withIdempotency } from './idempotency.ts'
import type { JsonText } from './jsonText.ts'
import { Problem } from './problem.ts'

/** The signed-in user who makes a request, with the abilities of their set; a super admin has all. */
export type Actor = {
  id: string
  email: string
  full_name: string
  is_superuser: boolean
  abilities?: readonly Ability[]
  /** Of an API key: the scopes that it has. */
  scopes?: readonly string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** The newest event before this request read anything; null where nobody is signed in. */
    eventId: number | null
    /** The caller may write the record, but not read it: no change answers it, and no creation what it tells of others. */
    hidesRecord: boolean
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

type Parsed<E extends Endpoint, K extends string> =
  E['schema'] extends Record<K, infer S> ? (S extends z.ZodType ? z.output<S> : undefined) : undefined

/** What a handler gets. `actor` is never null where the endpoint is not public. */
export type Call<E extends Endpoint> = {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'querystring'>
  body: Parsed<E, 'body'>
  actor: E['config'] extends { access: 'public' } ? Actor | null : Actor
  /** The pool for a read; for a write the transaction, which names the actor to the audit trigger. */
  db: E extends { method: 'GET' } | { config: { opensTransactions: true } } ? Pool : Transaction
  request: FastifyRequest
  reply: FastifyReply
}

/** Returned by a handler that has sent its own response: a file or a stream. */
export const alreadySent = Symbol('already sent')
export type AlreadySent = typeof alreadySent

/** Returned by a handler whose act waits for a second person: answered 202. */
export class Accepted {
  readonly answer: object

  constructor(answer: object) {
    this.answer = answer
  }
}

/** Milliseconds that a request waits for a lock. Below the time that a write waits for its place, so that others get theirs. */
const lockMs = 3_000

/**
 * Tells the audit trigger who makes the writes of a transaction, and bounds what it waits for and how long others wait for
 * it. Set in each transaction, not for the session: poolers refuse such parameters, and migrations, backups and jobs must
 * wait as long as it takes.
 */
export const prepareTransaction = (
  tx: Db,
  actor: Actor | null,
  requestId: string,
  { waitsForLocks = false } = {},
) => tx`
  select set_config('our_print.actor', ${actor?.id ?? ''}, true), set_config('our_print.request_id', ${requestId}, true),
    set_config('lock_timeout', ${waitsForLocks ? '0' : String(lockMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`

/** An import waits for another one of the same company, which may take minutes; it has a queue of its own. */
const waitsForLocks = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config.endpoint?.config.work === 'import'

/** Opens a transaction with the request's actor for the audit trigger, and with an end to what it waits for. */
export const inActorTransaction = <T>(
  pool: Pool,
  request: FastifyRequest,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  pool.begin(async (tx) => {
    // Sent before the first statement of the work, but not awaited: no round trip of its own. A query that is only
    // created is sent when it is awaited, which would be too late.
    const options = { waitsForLocks: waitsForLocks(request) }
    const prepared = prepareTransaction(tx, request.actor, request.id, options).execute()
    const [result] = await Promise.all([work(tx), prepared])
    return result
  }) as Promise<T>

/**
 * The write of an endpoint that opens its own transactions: like inActorTransaction, and a retry with the same
 * Idempotency-Key gets the stored response. `body` is what a retry must send again: the hashes of files instead of the
 * files, and no password. `caller` is whose key it is, where the actor is not one person.
 */
export async function withIdempotentWrite<T>(
  pool: Pool,
  request: FastifyRequest,
  body: unknown,
  work: (db: Transaction) => Promise<T>,
  caller?: string,
): Promise<T> {
  const { status, answer } = await inActorTransaction(pool, request, (tx) =>
    withIdempotency<unknown>(tx, request, { body, caller }, async (db) => asWritten(201, await work(db))),
  )
  if (status >= 400) throw Problem.fromBody(status, answer as ProblemBody)
  return (status === 202 ? new Accepted(answer as object) : answer) as T
}

/** Whether a response has no record; whoever creates one needs its id. */
const isHidden = ({ hidesRecord, method }: FastifyRequest) => hidesRecord && method !== 'POST'

/** What is stored of a write for a retry. */
const asWritten = (status: number, answer: unknown) =>
  answer instanceof Accepted ? { status: 202, answer: answer.answer } : { status, answer }

/**
 * Maps the record that a change returns, and also the `current` record in the 409 of a stale version. Both then look
 * like the response of the record's GET.
 */
export async function presentRecord<Row, Record>(
  change: Promise<Row>,
  present: (row: Row) => Record,
): Promise<Record> {
  try {
    return present(await change)
  } catch (error) {
    if (!(error instanceof Problem) || error.current === undefined) throw error
    throw Problem.fromBody(error.status, { ...error.toBody(), current: present(error.current as Row) })
  }
}

/**
 * Serves an endpoint. Reads get the pool. A write runs in one transaction, with the actor set for the audit entries and
 * with Idempotency-Key support; it is rolled back if the handler throws. Where there is a PATCH, a PUT does the same: it may
 * carry the whole record, with read-only fields as they are.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  pool: Pool,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Output<E> | JsonText | AlreadySent | Accepted>,
): void {
  const { config, schema, method, url } = endpoint
  const status = Number(Object.keys(schema.response)[0])
  const call = (request: FastifyRequest, reply: FastifyReply, db: Pool | Transaction) =>
    handler({
      params: request.params,
      query: request.query,
      body: request.body,
      actor: request.actor,
      db,
      request,
      reply,
    } as Call<E>)

  const methods = method === 'PATCH' ? (['PATCH', 'PUT'] as const) : ([method] as const)
  for (const each of methods) {
    app.route({
      method: each,
      url,
      schema: config.secondPerson ? { ...schema, response: { ...schema.response, 202: Approval } } : schema,
      config: { endpoint: { ...endpoint, method: each } },
      ...(config.bodyLimit && { bodyLimit: config.bodyLimit }),
      handler: handle,
    })
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    // Responses hold personal data that changes often: no proxy or browser may cache them.
    void reply.header('cache-control', 'no-store')
    if (method === 'GET' && request.eventId !== null) void reply.header('x-event-id', request.eventId)
    if (method === 'GET' || config.opensTransactions) {
      const answer = await call(request, reply, pool)
      if (answer instanceof Accepted) return reply.code(202).send(answer.answer)
      if (isHidden(request)) return reply.code(204).send()
      return answer === alreadySent || reply.sent ? reply : reply.code(status).send(answer)
    }
    const answer = await inActorTransaction(pool, request, (tx) =>
      withIdempotency<unknown>(tx, request, { secret: config.secret === true }, async (db) =>
        asWritten(status, await call(request, reply, db)),
      ),
    )
    // A refusal that was kept for a retry: the error handler translates it and leaves out what the caller may not read.
    if (answer.status >= 400) throw Problem.fromBody(answer.status, answer.answer as ProblemBody)
    if (isHidden(request) && answer.status !== 202) return reply.code(204).send()
    return reply.code(answer.status).send(answer.answer)
  }
}
