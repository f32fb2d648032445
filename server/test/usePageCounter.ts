import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import { createPageCounter } from '../src/base/files/pdfPages.ts'

/** Longer than a test may take: what is refused here is refused for its size, and a busy machine refuses nothing. */
const patience = { fileCpuMs: 600_000 }

/** A page counter, and a folder for the files that it counts. */
export async function usePageCounter() {
  vi.setConfig({ testTimeout: 180_000 })
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const counter = createPageCounter(patience)
  afterAll(async () => {
    await counter.close()
    await rm(folder, { recursive: true, force: true })
  })
  let files = 0
  async function save(bytes: Buffer): Promise<string> {
    const path = join(folder, `${files++}.pdf`)
    await writeFile(path, bytes)
    return path
  }
  return { folder, counter, save, count: async (bytes: Buffer) => counter.count(await save(bytes)) }
}

export const reason = (reason: string) => expect.objectContaining({ reason })
