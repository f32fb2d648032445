import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Db, type Transaction, violatedConstraint } from '../database/db.ts'
import { asProblem } from './errorReply.ts'
import { isRead } from './isRead.ts'
import { JsonText } from './jsonText.ts'
import { conflict, invalid, Problem } from './problem.ts'

type WriteResult<T> = { status: number; answer: T }
type StoredResponse = { body_hash: Buffer; status: number; answer: string }

/**
 * Runs a write so that a retry with the same `Idempotency-Key` gets the first response again. The response is stored in
 * the transaction of the write, so neither exists without the other, and the advisory lock ends with it. Refusals (4xx)
 * are stored like successes, after the writes of the failed attempt are rolled back.
 */
export async function withIdempotency<T>(
  tx: Transaction,
  request: FastifyRequest,
  options: { secret?: boolean; body?: unknown; caller?: string | undefined },
  work: (db: Transaction) => Promise<WriteResult<T>>,
): Promise<WriteResult<T>> {
  const key = readKey(request)
  if (key === undefined || options.secret) return work(tx)

  const caller = options.caller ?? request.actor?.id ?? visitorOf(request)
  const path = pathOf(request)
  const scope = [caller, request.method, path, key] as const
  const bodyHash = hash('sha256', JSON.stringify(options.body ?? request.body) ?? '', 'buffer')
  await acquireLock(tx, scope)
  const [stored] = await tx<StoredResponse[]>`
    select body_hash, status, answer from idempotency_keys
    where (caller, method, path, key) = (${scope[0]}, ${scope[1]}, ${scope[2]}, ${scope[3]})
      and created_at > now() - interval '24 hours'`
  if (stored) {
    if (!stored.body_hash.equals(bodyHash)) {
      throw conflict('This Idempotency-Key was used for another body', 'idempotency_key_reused')
    }
    return { status: stored.status, answer: JSON.parse(stored.answer) as T }
  }

  const result = await tx.savepoint(async (db) => work(db)).catch(refusalAsResponse<T>)
  await tx`
    insert into idempotency_keys (caller, method, path, key, body_hash, status, answer)
    values (${scope[0]}, ${scope[1]}, ${scope[2]}, ${scope[3]}, ${bodyHash}, ${result.status},
      ${result.answer instanceof JsonText ? result.answer.text : JSON.stringify(result.answer ?? null)})
    on conflict (caller, method, path, key) do update
      set body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = now()`
  return result
}

/** The address of a request as it is kept: one with the ids of hundreds of records is longer than an index takes. */
function pathOf({ url }: FastifyRequest): string {
  // The trailing slash is optional everywhere.
  const path = url.replace(/\/(?=\?|$)/, '')
  return path.length > 500 ? hash('sha256', path) : path
}

/** The caller of a public endpoint, also where visitors act as one account. */
export const visitorOf = ({ clientAddress }: FastifyRequest) => `public ${clientAddress}`

/** The key of a request, if it has one; 400 for one that is malformed, also where nothing is stored for it. */
export function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (isRead(request) || key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('Idempotency-Key', 'An Idempotency-Key is 1 to 255 visible ASCII characters')
  }
  return key
}

async function acquireLock(tx: Transaction, scope: readonly string[]): Promise<void> {
  const [row] = await tx<[{ free: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${scope.join('\n')}, 0)) as free`
  if (!row.free) {
    throw conflict('The first request with this Idempotency-Key is still running', 'idempotency_key_in_use')
  }
}

function refusalAsResponse<T>(error: unknown): WriteResult<T> {
  // A violated constraint is stored like any refusal. A deadlock is not, because a retry may succeed.
  const refusal = violatedConstraint(error) ? asProblem(error) : error
  if (!(refusal instanceof Problem) || refusal.status >= 500 || refusal.status === 429) throw error
  return { status: refusal.status, answer: refusal.toBody() as T }
}

/** Deletes stored responses older than a day. */
export const sweepIdempotencyKeys = (db: Db) =>
  db`delete from idempotency_keys where created_at < now() - interval '24 hours'`
