import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CheckedType } from '../../base/files/checkingProcess.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { createThumbnailer } from '../../printing/prepress/thumbnailer.ts'
import { thumbnailsOf } from '../pageFacts/pageFacts.queries.ts'
import * as thumbnails from './thumbnails.queries.ts'

type Needed = Pick<Dependencies, 'pool' | 'storage' | 'uploadFolder'>

/** The small pictures of an order’s pages: drawn once, when the first one of a file is asked for. */
export function createThumbnails({ pool, storage, uploadFolder }: Needed) {
  const thumbnailer = createThumbnailer()
  const drawing = new Map<string, Promise<Buffer[]>>()

  async function draw({
    id,
    content_type,
    storage_key,
  }: {
    id: string
    content_type: string
    storage_key: string
  }) {
    const images = await thumbnailer.draw(content_type as CheckedType, async (use) => {
      const path = join(uploadFolder, randomUUID())
      await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
      try {
        await pipeline(await storage.read(storage_key), createWriteStream(path, { mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    })
    if (images.length > 0) await thumbnails.save(pool, id, images)
    return images
  }

  return {
    /** A picture of a page of an order, if its page shows one. `file` and `page` count from 1. */
    async read(order: string, file: number, page: number): Promise<Buffer | undefined> {
      const files = await thumbnails.listFiles(pool, order)
      const found = files[file - 1]
      if (!found || !thumbnailsOf(files)[file - 1]?.includes(page)) return undefined
      const stored = await thumbnails.find(pool, found.id, page)
      if (stored || found.removed_at !== null) return stored
      const known = drawing.get(found.id) ?? draw(found).finally(() => drawing.delete(found.id))
      drawing.set(found.id, known)
      return (await known)[page - 1]
    },
    close: () => thumbnailer.close(),
  }
}
