import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../server/src/app/start/logger.ts'
import { runFileRemovals } from '../server/src/base/files/fileRemovals.ts'
import { openStorage } from '../server/src/base/files/openStorage.ts'
import type { Pictures } from '../server/src/base/files/pictures.ts'
import type { Storage } from '../server/src/base/files/storage.ts'
import { useApi } from '../server/test/api.ts'
import { buildClient, buildUser } from '../server/test/build.ts'
import { expectedStatuses, type People, runFileWrites } from '../server/test/fileWrites.ts'
import type { Arguments } from '../server/test/fileWritesProcess.ts'
import { withFaultPoints } from '../server/test/processes/faultPoints.ts'
import { startS3Server } from '../server/test/s3Server.ts'
import {
  expectStorageMatchesRows,
  expectStorageMatchesRowsAfterSweep,
} from '../server/test/storageMatchesRows.ts'

// Storage and rows match whatever fails and whenever the server is killed: each write and removal of a stored file is
// interrupted before, during and after, once by an error and once by a kill.

const root = await mkdtemp(join(tmpdir(), 'storage-faults-'))
const s3 = await startS3Server(join(root, 's3'))
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true, force: true })
})
const kinds = [
  { kind: 'folder', settings: { dataDir: join(root, 'shop'), s3: undefined } },
  { kind: 'S3', settings: { dataDir: root, s3: s3.settings } },
]
const silent = { error() {}, warn() {} }
const program = fileURLToPath(new URL('../server/test/fileWritesProcess.ts', import.meta.url))

describe.each(kinds)('$kind storage', ({ kind, settings }) => {
  const api = useApi()
  let steps = 0
  let people: People
  beforeAll(async () => {
    const [user, client] = await Promise.all([buildUser(api.db), buildClient(api.db)])
    people = { token: api.token('admin'), user: user.id, client: client.id }
  })
  /** Every second or fourth fault point, different ones for S3 and the folder: all of them would take minutes. */
  const selectFaultPoints = (stride: number) =>
    Array.from(
      { length: Math.floor(steps / stride) },
      (_, index) => stride * index + (kind === 'S3' ? 1 + stride / 2 : 1),
    )

  /** Keys that are still stored although they are reserved or to be removed. */
  async function listStoredRemovals(storage: Storage): Promise<string[]> {
    const rows = await api.db<{ storage_key: string }[]>`select storage_key from file_removals`
    const removals = new Set(rows.map(({ storage_key }) => storage_key))
    const stored: string[] = []
    for await (const key of storage.keys()) if (removals.has(key)) stored.push(key)
    return stored
  }

  /** Runs all file writes; the fault point with this number fails. */
  async function runWithFault(failAt: number) {
    const opened = await openStorage(settings)
    let faultPoint = 0
    const storage: Storage = withFaultPoints(opened, (name) => {
      faultPoint++
      if (faultPoint === failAt) throw new Error(`The storage failed ${name}`)
    })
    const pageCounter = { count: async () => 1, warm() {}, close: async () => {} }
    const usual = { ...api.resources }
    const pictures: Pictures = { rewrite: async (_kind, bytes) => bytes, close: async () => {} }
    Object.assign(api.resources, { storage, pageCounter, pictures })
    const app = await api.startApp({ logger: createLogger('silent') })
    try {
      const statuses = await runFileWrites(app, api.db, people)
      await runFileRemovals(api.db, storage, silent)
      return { statuses, steps: faultPoint, storage: opened }
    } finally {
      await app.close()
      Object.assign(api.resources, usual)
    }
  }

  test('matches the rows without faults, and each removal by a person has an audit entry', async () => {
    const result = await runWithFault(0)
    steps = result.steps
    expect(result.statuses).toEqual(expectedStatuses)
    // The others are reserved keys.
    const [{ pending }] = await api.db<[{ pending: number }]>`
      select count(*)::int as pending from file_removals where attempts > 0 or try_after <= now()`
    expect(pending).toBe(0)
    expect(await listStoredRemovals(result.storage)).toEqual([])
    await expectStorageMatchesRows(api.db, result.storage)
    const removals = await api.db<{ entity: string; removed: number }[]>`
      select entity, count(*)::int as removed from audit_entries
      where action = 'delete' and actor = ${api.people.admin.id} and entity in ('order_files', 'images')
      group by entity order by entity`
    // Images: of a refused QR code, and two that were replaced; that of the deleted voucher is kept for the bin. Files:
    // one upload, and the three pictures of a proof that was replaced and of one that was deleted; the rows of a refused
    // order are rolled back.
    expect([...removals]).toEqual([
      { entity: 'images', removed: 3 },
      { entity: 'order_files', removed: 4 },
    ])
    await result.storage.close()
  })

  test('matches the rows when the storage fails at any point', async () => {
    expect(steps).toBeGreaterThan(30)
    for (const failAt of selectFaultPoints(2)) {
      const { statuses, storage } = await runWithFault(failAt)
      await expectStorageMatchesRows(api.db, storage)
      // A storage error never makes a completed deletion answer an error.
      expect([failAt, statuses[3]]).toEqual([failAt, statuses[2] === 201 ? 204 : statuses[3]])
      await storage.close()
    }
    const storage = await openStorage(settings)
    await expectStorageMatchesRowsAfterSweep(api.db, storage)
    await storage.close()
  })

  test('matches the rows after a kill at any point and a sweep', async () => {
    const uploadFolder = join(root, `incoming-${kind}`)
    const settingsOfRun = { url: api.url, people, uploadFolder, settings }
    const run = async (killAt: number) => {
      const child = spawn(
        process.execPath,
        [program, JSON.stringify({ ...settingsOfRun, killAt } satisfies Arguments)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return { output, code: code as number | null, signal: signal as string | null }
    }
    const whole = await run(0)
    expect([whole.code, whole.output]).toEqual([
      0,
      `${JSON.stringify({ steps, statuses: expectedStatuses })}\n`,
    ])
    const queue = new PQueue({ concurrency: 2 })
    const ends = await queue.addAll(selectFaultPoints(4).map((step) => () => run(step)))
    expect(ends.map(({ signal }) => signal)).toEqual(ends.map(() => 'SIGKILL'))
    const storage = await openStorage(settings)
    await expectStorageMatchesRowsAfterSweep(api.db, storage)
    await storage.close()
  })
})
