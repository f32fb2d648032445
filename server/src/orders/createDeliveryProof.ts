import {
  type createDeliveryProof as contract,
  proofPictures,
} from '@our-print/contract/orders/deliveryProofs.ts'
import type { FastifyRequest } from 'fastify'
import { removeNow } from '../base/files/fileRemovals.ts'
import { releaseKeys } from '../base/files/reservedKeys.ts'
import type { Dependencies } from '../base/http/dependencies.ts'
import type { Form } from '../base/http/form.ts'
import type { JsonText } from '../base/http/jsonText.ts'
import { invalid } from '../base/http/problem.ts'
import { type Actor, withIdempotentWrite } from '../base/http/route.ts'
import * as proofs from './deliveryProofs.queries.ts'
import type { NewFile } from './orderFiles.queries.ts'

type ProofForm = Form<typeof contract>
export type ProofDependencies = Pick<Dependencies, 'pool' | 'storage' | 'reservedKeys' | 'pictures'>

/**
 * Adds the proof of a delivery. Its pictures are stored under reserved keys before their rows are written, as all files
 * are; a retry with the same Idempotency-Key gets the first proof again.
 */
export async function createDeliveryProof(
  request: FastifyRequest,
  actor: Actor,
  orderId: string,
  { fields, body }: ProofForm,
  dependencies: ProofDependencies,
  signLinks: (proof: JsonText) => JsonText,
): Promise<JsonText> {
  const { pool, storage } = dependencies
  if (fields.received_by === '' && !fields.photo && !fields.signature) {
    throw invalid('received_by', 'Say who received it, or add a photo or a signature')
  }
  const keys: string[] = []
  try {
    const pictures = await storePictures(dependencies, actor, fields, keys)
    let unused: string[] | undefined
    const answer = await withIdempotentWrite(pool, request, body, async (db) => {
      const { received_by, happened_at } = fields
      const added = await proofs.replace(db, actor, orderId, { received_by, pictures, happened_at })
      unused = added.unused
      return signLinks(added.proof)
    })
    // A retry has stored its pictures a second time.
    if (unused) await removeNow(pool, storage, request.log, unused)
    else await releaseKeys(pool, storage, request.log, keys)
    return answer
  } catch (error) {
    await releaseKeys(pool, storage, request.log, keys).catch((reason: unknown) =>
      // Only logged, because the response must give the first error; the files are removed after a day.
      request.log.error({ err: reason }, 'pictures of a refused proof were not removed'),
    )
    throw error
  }
}

const types = {
  photo: { extension: 'jpg', content_type: 'image/jpeg', picture: 'photo' },
  signature: { extension: 'png', content_type: 'image/png', picture: 'png' },
} as const

/** Stores what was taken and drawn at a door. `keys` has all that is stored so far, also where it fails in the middle. */
export async function storePictures(
  dependencies: ProofDependencies,
  actor: Actor,
  sent: Pick<ProofForm['fields'], 'photo' | 'signature'>,
  keys: string[],
): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const kind of proofPictures) {
    const bytes = await sent[kind]?.arrayBuffer()
    if (bytes) pictures.push(await store(dependencies, actor, kind, Buffer.from(bytes), keys))
  }
  return pictures
}

type Picture = NewFile & { kind: keyof typeof types }

async function store(
  { storage, reservedKeys, pictures }: ProofDependencies,
  actor: Actor,
  kind: keyof typeof types,
  bytes: Buffer,
  keys: string[],
): Promise<Picture> {
  const { extension, content_type, picture } = types[kind]
  const rewritten = await pictures.rewrite(picture, bytes, kind)
  const key = await reservedKeys.take(extension)
  keys.push(key.storage_key)
  const stored = await storage.put(key.storage_key, rewritten, { contentType: content_type })
  return {
    ...key,
    ...stored,
    content_type,
    kind,
    name: `${kind}.${extension}`,
    page_count: 0,
    position: 0,
    uploaded_by: actor.id,
  }
}
