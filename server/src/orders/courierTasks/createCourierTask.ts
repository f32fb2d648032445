import { type createCourierTask as contract } from '@our-print/contract/orders/courierTasks.ts'
import type { FastifyRequest } from 'fastify'
import { releaseKeys } from '../../base/files/reservedKeys.ts'
import type { Form } from '../../base/http/form.ts'
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
  // Before a stranger's pictures are read.
  await tasks.checkTheirs(pool, actor, fields.order)
  const keys: string[] = []
  try {
    const stored = await storePictures(dependencies, actor, fields, keys)
    const pictures = stored.map(({ id, kind, content_type, storage_key, size }) => ({
      id,
      kind,
      content_type,
      storage_key,
      size,
    }))
    return await withIdempotentWrite(pool, request, body, (db) => tasks.create(db, actor, fields, pictures))
  } finally {
    // Those that got no row: the write failed, or a retry got the first answer. A key with a row is no longer reserved.
    await releaseKeys(pool, storage, request.log, keys)
  }
}
