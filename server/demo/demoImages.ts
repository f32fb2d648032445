import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Storage } from '../src/base/files/storage.ts'
import type { Row } from './bulkLoad.queries.ts'
import { type ImageName, images } from './content/images.ts'
import { Random } from './random.ts'

export type DemoImages = Record<ImageName, Row & { id: string; storage_key: string }>

/** Draws and stores each image. Returns the rows of `images`. */
export async function storeImages(storage: Storage, created: number): Promise<DemoImages> {
  const random = new Random('pictures')
  const stored = Object.entries(images).map(async ([name, svg]) => {
    const id = random.id(created)
    const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
    // The key is not the hash: a replaced image is removed, and another shop in the bucket may use the same image.
    const storage_key = `demo/${randomUUID()}.png`
    const { size } = await storage.put(storage_key, bytes, { contentType: 'image/png' })
    return [name, { id, storage_key, size, created_at: new Date(created).toISOString() }]
  })
  return Object.fromEntries(await Promise.all(stored)) as DemoImages
}
