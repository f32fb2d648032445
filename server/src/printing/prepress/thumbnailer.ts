import { join } from 'node:path'
import { checkingLimits } from '../../base/files/checkingLimits.ts'
import { createCheckingPool } from '../../base/files/checkingPool.ts'
import type { CheckedType } from '../../base/files/checkingProcess.ts'
import type { Thumbnails } from './thumbnailChild.ts'

export interface Thumbnailer {
  /** The first pages of a file as small pictures; none for one that cannot be drawn. `withContent` puts the file in place. */
  draw(
    contentType: CheckedType,
    withContent: <T>(use: (content: Buffer | string) => Promise<T>) => Promise<T>,
  ): Promise<Buffer[]>
  close(): Promise<void>
}

/** Draws pages in a child process, within the memory that all that draw pages share. */
export function createThumbnailer(): Thumbnailer {
  const pool = createCheckingPool<Thumbnails>(join(import.meta.dirname, 'thumbnailChild.ts'), {
    ...checkingLimits.preflight,
    processes: 1,
    fileCpuMs: 20_000,
  })
  return {
    draw: (contentType, withContent) =>
      pool.use((ask) =>
        withContent(async (content) => {
          const pages = await ask({ content, contentType })
          return pages === 'exceeded' || !pages ? [] : pages.map((page) => Buffer.from(page))
        }),
      ),
    close: () => pool.close(),
  }
}
