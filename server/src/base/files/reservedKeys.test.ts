import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { runFileRemovals } from './fileRemovals.ts'
import { openStorage } from './openStorage.ts'
import { confirmKeys, createKeyReservations, releaseKeys } from './reservedKeys.ts'

const { db } = useDatabase()
const root = await mkdtemp(join(tmpdir(), 'reserved-'))
const storage = await openStorage({ dataDir: root, s3: undefined })
afterAll(async () => {
  await storage.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => db`delete from file_removals`)

const silent = { error() {}, warn() {} }
const pdf = { contentType: 'application/pdf' }
const isStored = async (key: string) => (await storage.size(key)) !== undefined
const reserved = async () => {
  const rows = await db<
    { storage_key: string }[]
  >`select storage_key from file_removals where try_after > now()`
  return rows.map(({ storage_key }) => storage_key)
}
async function storeNew() {
  const { storage_key } = await createKeyReservations(db).take('pdf')
  await storage.put(storage_key, Buffer.from('x'), pdf)
  return storage_key
}

test('a key has a row before it is given out, and many share one statement', async () => {
  let statements = 0
  const counting = new Proxy(db, {
    apply: (target, self, parameters) => {
      statements++
      return Reflect.apply(target, self, parameters) as unknown
    },
  })
  const keys = createKeyReservations(counting)
  const taken = await Promise.all(Array.from({ length: 32 }, () => keys.take('pdf')))
  expect(statements).toBe(1)
  expect(new Set(taken.map(({ id }) => id)).size).toBe(32)
  expect((await reserved()).toSorted()).toEqual(taken.map(({ storage_key }) => storage_key).toSorted())
  await keys.take('pdf')
  expect(statements).toBe(2)
  expect((await keys.take('png')).storage_key).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.png$/)
})

test('keys are given out for an hour', async () => {
  const keys = createKeyReservations(db)
  await keys.take('pdf')
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3_601_000)
  await keys.take('pdf')
  clock.mockRestore()
  expect((await reserved()).length).toBe(64)
})

test('what a crash leaves under a reserved key is removed after a day', async () => {
  const key = await storeNew()
  await runFileRemovals(db, storage, silent)
  expect(await isStored(key)).toBe(true)
  await db`update file_removals set try_after = try_after - interval '1 day'`
  await runFileRemovals(db, storage, silent)
  expect(await isStored(key)).toBe(false)
})

test('a confirmed key is not removed, and a rolled back confirmation ends nothing', async () => {
  const key = await storeNew()
  const failed = db.begin(async (tx) => {
    await confirmKeys(tx, [key])
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await reserved()).toContain(key)
  await confirmKeys(db, [key])
  expect(await reserved()).not.toContain(key)
})

test('a key whose removal was tried cannot be confirmed: its file may be gone', async () => {
  const key = await storeNew()
  await db`update file_removals set attempts = 1`
  await expect(confirmKeys(db, [key])).rejects.toMatchObject({ status: 409 })
})

test('a released key is removed at once, unless a row names it', async () => {
  const [lost, named] = [await storeNew(), await storeNew()]
  await db`insert into images (storage_key, size) values (${named}, 1)`
  await releaseKeys(db, storage, silent, [lost, named])
  expect([await isStored(lost), await isStored(named)]).toEqual([false, true])
})

test('a release waits for a transaction that confirms the key', async () => {
  const key = await storeNew()
  const { promise: confirmed, resolve: hasConfirmed } = Promise.withResolvers<void>()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const writing = db.begin(async (tx) => {
    await confirmKeys(tx, [key])
    hasConfirmed()
    await mayCommit
  })
  await confirmed
  const releasing = releaseKeys(db, storage, silent, [key])
  commit()
  await Promise.all([writing, releasing])
  expect(await isStored(key)).toBe(true)
})
