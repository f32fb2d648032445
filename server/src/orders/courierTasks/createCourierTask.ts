import { type createCourierTask as contract } from '@our-print/contract/orders/courierTasks.ts'
import { required } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import { releaseKeys } from '../../base/files/reservedKeys.ts'
import type { Form } from '../../base/http/form.ts'
import { invalid } from '../../base/http/problem.ts'
import { type Actor, withIdempotentWrite } from '../../base/http/route.ts'
import { type ProofDependencies, storePictures } from '../createDeliveryProof.ts'
import * as tasks from './courierTasks.queries.ts'

/** Keeps a refused act; its pictures are stored under reserved keys before their rows are written, as all files are. */
export async function createCourierTask(
  request: FastifyRequest,
  actor: Actor,
  { fields, body }: Form<typeof contract>,
  dependencies: ProofDependencies,
) {
  const { pool, storage } = dependencies
  const { order, code, photo, signature, ...said } = fields
  const about = aboutOf(order, code)
  // Before a stranger's pictures are read.
  if ('order' in about) await tasks.checkTheirs(pool, actor, about.order)
  const keys: string[] = []
  try {
    const stored = await storePictures(dependencies, actor, { photo, signature }, keys)
    const pictures = stored.map(({ id, kind, content_type, storage_key, size }) => ({
      id,
      kind,
      content_type,
      storage_key,
      size,
    }))
    return await withIdempotentWrite(pool, request, body, (db) =>
      tasks.create(db, actor, about, said, pictures),
    )
  } finally {
    // Those that got no row: the write failed, or a retry got the first answer. A key with a row is no longer reserved.
    await releaseKeys(pool, storage, request.log, keys)
  }
}

function aboutOf(order: string | undefined, code: string | undefined): tasks.About {
  if (order && code) throw invalid('code', 'Send the order or a code, not both')
  if (order) return { order }
  if (code) return { code }
  throw invalid('order', required)
}
