import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Storage } from '../src/files/storage.ts'
import type { Row } from './bulkLoad.queries.ts'
import { Chance } from './chance.ts'
import { type PictureName, pictures } from './content/pictures.ts'

export type DemoImages = Record<PictureName, Row & { id: string; storage_key: string }>

/** Draws and stores each picture; the rows are those of the table of images. */
export async function storePictures(storage: Storage, created: number): Promise<DemoImages> {
  const chance = new Chance('pictures')
  const stored = Object.entries(pictures).map(async ([name, svg]) => {
    const id = chance.id(created)
    const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
    // Not named for its content: a picture that is replaced is removed, and other shops may use the same bucket.
    const storage_key = `demo/${randomUUID()}.png`
    const { size } = await storage.put(storage_key, bytes, { contentType: 'image/png' })
    return [name, { id, storage_key, size, created_at: new Date(created).toISOString() }]
  })
  return Object.fromEntries(await Promise.all(stored)) as DemoImages
}
