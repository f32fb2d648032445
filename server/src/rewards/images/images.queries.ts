import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db, Pool } from '../../base/database/db.ts'
import { removeNow } from '../../base/files/fileRemovals.ts'
import type { Pictures } from '../../base/files/pictures.ts'
import type { Storage } from '../../base/files/storage.ts'
import type { Signer } from '../../base/http/links.ts'
import { notFound } from '../../base/http/problem.ts'
import { inActorTransaction } from '../../base/http/route.ts'

type ImageStore = { pool: Pool; storage: Storage; pictures: Pictures }

/**
 * Checks and stores a PNG, then runs the write that uses its id; if the write fails, the image is removed. What a crash
 * leaves is swept after a day.
 */
export async function withImage<T>(
  request: FastifyRequest,
  { pool, storage, pictures }: ImageStore,
  png: Buffer | undefined,
  field: string,
  work: (imageId: string | undefined) => Promise<T>,
): Promise<T> {
  if (!png) return work(undefined)
  const bytes = await pictures.rewrite('png', png, field)
  const id = randomUUIDv7()
  const key = `images/${id.slice(-2)}/${id}.png`
  await inActorTransaction(
    pool,
    request,
    (tx) => tx`
    insert into images (id, storage_key, size) values (${id}, ${key}, ${bytes.length})`,
  )
  try {
    await storage.put(key, bytes, { contentType: 'image/png' })
    return await work(id)
  } finally {
    // Unused if the write failed, or if a retry got the response of the first request, with the first image.
    await deleteIfUnused(request, { pool, storage }, id).catch((reason: unknown) =>
      request.log.error({ err: reason }, 'an unused image was not deleted'),
    )
  }
}

async function deleteIfUnused(
  request: FastifyRequest,
  { pool, storage }: Omit<ImageStore, 'pictures'>,
  id: string,
): Promise<void> {
  const deleted = await inActorTransaction(
    pool,
    request,
    (tx) => tx<{ storage_key: string }[]>`
      delete from images i where id = ${id} and ${isUnused(tx)} returning storage_key`,
  )
  const keys = deleted.map(({ storage_key }) => storage_key)
  await removeNow(pool, storage, request.log, keys)
}

const isUnused = (db: Db) => db`
  not exists (select from voucher_infos v where v.image_id = i.id)
  and not exists (select from purchased_vouchers p where p.image_id = i.id)
  and not exists (select from qr_codes q where q.image_id = i.id)`

export async function get(db: Db, id: string): Promise<{ storage_key: string; size: number }> {
  const [image] = await db<{ storage_key: string; size: number }[]>`
    select storage_key, size from images where id = ${id}`
  if (!image) throw notFound('Picture')
  return image
}

/**
 * Deletes an image that a record showed until now, unless another one shows it. Waits for a transaction that is about to
 * show it, which has a lock on its row: the second statement sees what that one wrote.
 */
export async function deleteReplaced(db: Db, id: string | null): Promise<void> {
  if (id === null) return
  await db`select 1 from images where id = ${id} for update`
  await db`delete from images i where id = ${id} and ${isUnused(db)}`
}

/** Deletes images that nothing uses, by default after a day. */
export const sweepUnused = (db: Db, seconds = 86_400) => db`
  delete from images i where i.created_at < now() - ${seconds} * interval '1 second' and ${isUnused(db)}`

/** The signed path of an image, valid for 15 minutes. */
export const signedPath = (signer: Signer, id: string) => `/api/images/${id}/?${signer.sign(`image ${id}`)}`
