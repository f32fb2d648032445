import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeStoredFiles } from '../server/src/files/fileRemovals.ts'
import { openStorage } from '../server/src/files/openStorage.ts'
import type { Storage } from '../server/src/files/storage.ts'
import { createLogger } from '../server/src/start/logger.ts'
import { useApi } from '../server/test/api.ts'
import { buildClient, buildUser } from '../server/test/build.ts'
import { expectedStatuses, liveThroughFiles, type People } from '../server/test/fileHistory.ts'
import type { Orders } from '../server/test/fileHistoryProcess.ts'
import { startS3Server } from '../server/test/s3Server.ts'
import { withSteps } from '../server/test/stepStorage.ts'
import {
  expectStorageMatchesRows,
  expectStorageMatchesRowsOnceSwept,
} from '../server/test/storageMatchesRows.ts'

// Storage and rows agree whatever fails and whenever the server is killed: every write and removal of a stored file is
// stopped before, in the middle and after, once by an error and once by a kill.

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
const program = fileURLToPath(new URL('../server/test/fileHistoryProcess.ts', import.meta.url))

describe.each(kinds)('$kind storage', ({ kind, settings }) => {
  const api = useApi()
  let steps = 0
  let people: People
  beforeAll(async () => {
    const [user, client] = await Promise.all([buildUser(api.db), buildClient(api.db)])
    people = { token: api.token('admin'), user: user.id, client: client.id }
  })
  /** Every second or fourth step, others for S3 than for the folder: all of them for both would take minutes. */
  const stepsTried = (stride: number) =>
    Array.from(
      { length: Math.floor(steps / stride) },
      (_, index) => stride * index + (kind === 'S3' ? 1 + stride / 2 : 1),
    )

  /** Lives through the history; the step of that number fails. */
  async function live(failAt: number) {
    const opened = await openStorage(settings)
    let step = 0
    const storage: Storage = withSteps(opened, (name) => {
      step++
      if (step === failAt) throw new Error(`The storage failed ${name}`)
    })
    const pageCounter = { count: async () => 1, warm() {}, close: async () => {} }
    const usual = { ...api.ground }
    Object.assign(api.ground, { storage, pageCounter })
    const app = await api.startApp({ logger: createLogger('silent') })
    try {
      const statuses = await liveThroughFiles(app, api.db, people)
      await removeStoredFiles(api.db, storage, silent)
      return { statuses, steps: step, storage: opened }
    } finally {
      await app.close()
      Object.assign(api.ground, usual)
    }
  }

  test('keeps what it should where nothing fails, and each removal by a person is in the audit', async () => {
    const lived = await live(0)
    steps = lived.steps
    expect(lived.statuses).toEqual(expectedStatuses)
    const [{ pending }] = await api.db<
      [{ pending: number }]
    >`select count(*)::int as pending from file_removals`
    expect(pending).toBe(0)
    await expectStorageMatchesRows(api.db, lived.storage)
    const removals = await api.db<{ entity: string; removed: number }[]>`
      select entity, count(*)::int as removed from audit_entries
      where action = 'delete' and actor = ${api.people.admin.id} and entity in ('order_files', 'images')
      group by entity order by entity`
    // Pictures: of a refused code, replaced twice, and with its last voucher; files: of a refused order, and one upload.
    expect([...removals]).toEqual([
      { entity: 'images', removed: 4 },
      { entity: 'order_files', removed: 3 },
    ])
    await lived.storage.close()
  })

  test('agrees with the rows when any step of it fails', async () => {
    expect(steps).toBeGreaterThan(30)
    for (const failAt of stepsTried(2)) {
      const { statuses, storage } = await live(failAt)
      await expectStorageMatchesRows(api.db, storage)
      // An error of the storage never turns a removal that is done into a refusal.
      expect([failAt, statuses[3]]).toEqual([failAt, statuses[2] === 201 ? 204 : statuses[3]])
      await storage.close()
    }
    const storage = await openStorage(settings)
    await expectStorageMatchesRowsOnceSwept(api.db, storage)
    await storage.close()
  }, 120_000)

  test('agrees with the rows after a kill at any step, a restart and a sweep', async () => {
    const uploadFolder = join(root, `incoming-${kind}`)
    const orders = { url: api.url, people, uploadFolder, settings }
    const run = async (killAt: number) => {
      const child = spawn(
        process.execPath,
        [program, JSON.stringify({ ...orders, killAt } satisfies Orders)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return { said, code: code as number | null, signal: signal as string | null }
    }
    const whole = await run(0)
    expect([whole.code, whole.said]).toEqual([
      0,
      `${JSON.stringify({ steps, statuses: expectedStatuses })}\n`,
    ])
    const queue = new PQueue({ concurrency: 2 })
    const ends = await queue.addAll(stepsTried(4).map((step) => () => run(step)))
    expect(ends.map(({ signal }) => signal)).toEqual(ends.map(() => 'SIGKILL'))
    const storage = await openStorage(settings)
    await expectStorageMatchesRowsOnceSwept(api.db, storage)
    await storage.close()
  }, 300_000)
})
