import { join } from 'node:path'
import { invalid } from '../http/problem.ts'
import { checkingLimits } from './checkingLimits.ts'
import { createCheckingPool, type PoolLimits } from './checkingPool.ts'
import type { PictureAnswer, PictureRequest } from './pictureChild.ts'

const pictureProgram = join(import.meta.dirname, 'pictureChild.ts')

export interface Pictures {
  /** A PNG, or a photo as a JPEG, with nothing in it but the image. Refuses others, under the field's name. */
  rewrite(kind: PictureRequest['kind'], bytes: Buffer, field: string): Promise<Buffer>
  close(): Promise<void>
}

/** Decodes pictures in child processes and encodes them anew. */
export function createPictures(limits: Partial<PoolLimits> = {}, program = pictureProgram): Pictures {
  const pool = createCheckingPool<PictureAnswer, PictureRequest>(program, {
    ...checkingLimits.pictures,
    ...limits,
  })
  return {
    async rewrite(kind, bytes, field) {
      const answer = await pool.use((ask) => ask({ kind, bytes }))
      if (answer === 'exceeded')
        throw invalid(
          field,
          'The picture takes too much time or memory to open; save it smaller and try again',
        )
      if ('refusal' in answer) throw invalid(field, answer.refusal)
      // Bytes arrive as a Uint8Array.
      return Buffer.from(answer.rewritten)
    },
    close: () => pool.close(),
  }
}
