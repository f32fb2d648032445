import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { expectStorageMatchesRows } from '../../../test/storageMatchesRows.ts'
import { runFileRemovals } from './fileRemovals.ts'
import { openStorage } from './openStorage.ts'
import { openProcessFolder } from './processFolder.ts'
import type { Storage } from './storage.ts'
import { sweepStorage } from './sweepStorage.ts'

const { db } = useDatabase()
const root = await mkdtemp(join(tmpdir(), 'sweep-'))
const storage = await openStorage({ dataDir: root, s3: undefined })
afterAll(async () => {
  await storage.close()
  await rm(root, { recursive: true, force: true })
})
const silent = { error() {}, warn() {} }
const png = { contentType: 'image/png' }
const put = (key: string) => storage.put(key, Buffer.from('x'), png)
const addRow = (key: string) => db`insert into images (storage_key, size) values (${key}, 1)`
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of storage.keys()) if (!key.startsWith('shops/')) keys.push(key)
  return keys.toSorted()
}
const removals = () => db<{ storage_key: string; attempts: number; error: string | null }[]>`
  select storage_key, attempts, error from file_removals order by storage_key`

beforeEach(async () => {
  await storage.remove(await storedKeys())
  await db`delete from images`
  await db`delete from order_files`
  await db`delete from file_removals`
})

test('every table with storage keys has the removal trigger and is in the view of all keys', async () => {
  const tables = await db<{ name: string; notes: boolean; listed: boolean }[]>`
    select c.relname as name,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'remove_bytes' and t.tgtype & 8 = 8) as notes,
      pg_get_viewdef('stored_keys'::regclass) like '%FROM ' || c.relname || '%' as listed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'storage_key'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'file_removals'
    order by 1`
  expect([...tables]).toEqual([
    { name: 'complaint_photos', notes: true, listed: true },
    { name: 'courier_task_pictures', notes: true, listed: true },
    { name: 'images', notes: true, listed: true },
    { name: 'invoice_files', notes: true, listed: true },
    { name: 'order_files', notes: true, listed: true },
  ])
})

describe('a removal', () => {
  test('is scheduled when the row is deleted, retried after a failure, and gone with the file', async () => {
    await put('images/aa/one.png')
    await addRow('images/aa/one.png')
    await db`delete from images`
    const failing: Pick<Storage, 'remove'> = { remove: () => Promise.reject(new Error('The disk is away')) }
    expect(await runFileRemovals(db, failing, silent)).toBe(0)
    expect(await removals()).toMatchObject([{ attempts: 1, error: 'The disk is away' }])
    await expectStorageMatchesRows(db, storage)
    // Not retried at once, but when its backoff has passed.
    expect(await runFileRemovals(db, storage, silent)).toBe(0)
    await db`update file_removals set try_after = now()`
    expect(await runFileRemovals(db, storage, silent)).toBe(1)
    expect([[...(await removals())], await storedKeys()]).toEqual([[], []])
  })

  test('is rolled back with the deletion of the row', async () => {
    await addRow('images/aa/two.png')
    await db
      .begin(async (tx) => {
        await tx`delete from images`
        throw new Error('changed my mind')
      })
      .catch(() => {})
    expect([...(await removals())]).toEqual([])
  })

  test('is done once by several processes, and a bad key does not block others', async () => {
    const keys = Array.from({ length: 250 }, (_, index) => `aa/k${index}.pdf`)
    await db`insert into file_removals (storage_key) select unnest(${keys}::text[])`
    const seen: string[] = []
    const slow: Pick<Storage, 'remove'> = {
      async remove([key = '']) {
        if (key === 'aa/k7.pdf') throw new Error('no')
        seen.push(key)
      },
    }
    const counts = await Promise.all([1, 2, 3].map(() => runFileRemovals(db, slow, silent)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(249)
    expect(new Set(seen).size).toBe(seen.length)
    expect(await removals()).toMatchObject([{ storage_key: 'aa/k7.pdf', error: 'no' }])
  })

  test('keeps a file that has a row after all', async () => {
    await put('images/aa/three.png')
    await addRow('images/aa/three.png')
    await db`insert into file_removals (storage_key) values ('images/aa/three.png')`
    expect(await runFileRemovals(db, storage, silent)).toBe(0)
    expect([[...(await removals())], await storedKeys()]).toEqual([[], ['images/aa/three.png']])
  })

  test('is not scheduled for documents that orders of the demo shop share', async () => {
    const file = (position: number) => db`
      insert into order_files (name, content_type, size, page_count, storage_key, sha256, position)
      values ('a.pdf', 'application/pdf', 1, 1, 'demo/shared.pdf', 'x', ${position})`
    await put('demo/shared.pdf')
    await file(0)
    await file(1)
    await db`delete from order_files where position = 0`
    expect(await sweepStorage(db, storage, silent, { ageMs: 0 })).toBe(0)
    await db`delete from order_files`
    expect(await removals()).toEqual([])
    expect(await sweepStorage(db, storage, silent, { ageMs: 0 })).toBe(1)
  })
})

describe('a sweep', () => {
  test('removes only files that have no row and are old enough', async () => {
    await put('images/aa/named.png')
    await addRow('images/aa/named.png')
    await put('aa/young.pdf')
    await put('aa/old.pdf')
    const before = new Date(Date.now() - 25 * 3600 * 1000)
    await utimes(join(root, 'files', 'aa', 'old.pdf'), before, before)
    // The mark of this shop is new: nothing is swept for a day.
    expect(await sweepStorage(db, storage, silent)).toBe(0)
    const [mark = ''] = await readdir(join(root, 'files', 'shops'))
    await utimes(join(root, 'files', 'shops', mark), before, before)
    expect(await sweepStorage(db, storage, silent)).toBe(1)
    await runFileRemovals(db, storage, silent)
    expect(await storedKeys()).toEqual(['aa/young.pdf', 'images/aa/named.png'])
  })

  test('removes nothing if another shop has marked the storage', async () => {
    await put('aa/theirs.pdf')
    await put('shops/01890000-0000-4000-8000-000000000000.txt')
    expect(await sweepStorage(db, storage, silent, { ageMs: 0 })).toBe(0)
    await storage.remove(['shops/01890000-0000-4000-8000-000000000000.txt'])
    expect(await sweepStorage(db, storage, silent, { ageMs: 0 })).toBe(1)
  })
})

test('a process folder stays while its process runs, or while it is being created', async () => {
  const parent = join(root, 'incoming')
  const mine = await openProcessFolder(parent)
  const other = await openProcessFolder(parent)
  await mkdir(join(other.path, 'request'))
  await mkdir(join(parent, 'new-born'))
  await mkdir(join(parent, 'dead', 'request'), { recursive: true })
  await mine.removeAbandoned()
  const names = [mine.path, other.path, join(parent, 'new-born')].map((path) => path.slice(parent.length + 1))
  expect((await readdir(parent)).toSorted()).toEqual(names.toSorted())
  expect(await readdir(other.path)).toContain('request')
  await other.close()
  await mine.close()
})

test('a process folder is closed while others look whether it is abandoned', async () => {
  const parent = join(root, 'closing')
  const other = await openProcessFolder(parent)
  for (let n = 0; n < 30; n++) {
    const mine = await openProcessFolder(parent)
    // The lock file goes first; whoever tries the lock then makes it anew in the folder that is going.
    for (let file = 0; file < 20; file++) await writeFile(join(mine.path, `z${file}`), 'x')
    const state = { isClosed: false }
    const closing = mine.close().finally(() => {
      state.isClosed = true
    })
    while (!state.isClosed) await other.removeAbandoned()
    await closing
    expect(await readdir(parent)).toEqual([other.path.slice(parent.length + 1)])
  }
  await other.close()
})
