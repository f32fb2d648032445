import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDemoShop } from '../../../demo/demoShop.ts'
import { useApi } from '../../../test/api.ts'
import { flipBit, readTar, type TarEntry, writeTar } from '../../../test/archives.ts'
import { createRandom } from '../../../test/simulation/random.ts'
import { useTemporaryResources } from '../../../test/temporaryResources.ts'
import { connect } from '../../base/database/db.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { checkArchive } from './archiveReader.ts'
import { makeBackup } from './backup.ts'
import { restore } from './restore.ts'

const api = useApi()
const places = useTemporaryResources()
const state = {} as { whole: string; folder: string; target: string; entries: TarEntry[] }
let copies = 0
const copyName = () => join(state.folder, `copy-${copies++}.tar`)

beforeAll(async () => {
  await openDemoShop(api.resources, { orders: 3 })
  state.folder = await places.folder()
  state.target = await places.database()
  state.whole = join(state.folder, 'whole.tar')
  await makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target: state.whole })
  state.entries = await readTar(state.whole)
})

/** The message of a check; a restore must give the same one, and change neither the empty database nor the storage. */
async function refusalOf(source: string): Promise<string> {
  const said = await checkArchive(source).then(
    () => 'whole',
    (error: Error) => error.message,
  )
  const openStorage = () => Promise.reject(new Error('the storage was touched'))
  const restored = await restore({ source, databaseUrl: state.target, openStorage }).then(
    () => 'restored',
    (error: Error) => error.message,
  )
  if (said !== 'whole') expect(restored).toBe(said)
  const db = connect(state.target, { max: 1 })
  const [found] = await db`select to_regclass('orders') as orders`
  await db.end()
  expect(found).toEqual({ orders: null })
  return said === 'whole' ? restored : said
}

const edited = async (edit: (entries: TarEntry[]) => TarEntry[]) =>
  refusalOf(await writeTar(copyName(), edit(structuredClone(state.entries).map(asBuffers))))
// structuredClone of a Buffer gives a Uint8Array.
const asBuffers = ({ header, body }: TarEntry) => ({ header, body: Buffer.from(body) })

/** Updates the checksums, as someone who edits a backup by hand would. */
function withSums(
  entries: TarEntry[],
  edit: (manifest: Record<string, unknown>) => void = () => {},
): TarEntry[] {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const isContent = ({ header }: TarEntry) => !/^(checksums|manifest)\./.test(header.name)
  const content = entries.filter(isContent)
  const sums = Buffer.from(content.map(({ header, body }) => `${sha256(body)}  ${header.name}\n`).join(''))
  const old = entries.find(({ header }) => header.name === 'manifest.json')?.body.toString() ?? '{}'
  const manifest = { ...(JSON.parse(old) as object), checksums_sha256: sha256(sums) }
  edit(manifest)
  const text = Buffer.from(JSON.stringify(manifest))
  return [
    ...content,
    { header: { name: 'checksums.sha256' }, body: sums },
    { header: { name: 'manifest.json' }, body: text },
    { header: { name: 'manifest.sha256' }, body: Buffer.from(`${sha256(text)}  manifest.json\n`) },
  ]
}

test('an unchanged copy is accepted, and one with recomputed checksums', async () => {
  expect((await checkArchive(state.whole)).files.count).toBeGreaterThan(5)
  await expect(checkArchive(await writeTar(copyName(), state.entries))).resolves.toBeDefined()
  await expect(checkArchive(await writeTar(copyName(), withSums(state.entries)))).resolves.toBeDefined()
})

test('a flipped bit is found anywhere in the content, and its entry is named', async () => {
  const bytes = await readFile(state.whole)
  const { size } = await stat(state.whole)
  // The zeros that pad a block are not content.
  const places = Array.from({ length: 60 }, (_, n) => Math.floor(((n + 0.5) * size) / 60))
  const missed: number[] = []
  for (const at of places) {
    const copy = await flipBit(state.whole, copyName(), at)
    const said = await checkArchive(copy).then(
      () => 'whole',
      (error: Error) => error.message,
    )
    const isFilling = bytes[at] === 0 && (bytes[at - 1] === 0 || bytes[at + 1] === 0)
    if (said === 'whole' && !isFilling) missed.push(at)
    if (said !== 'whole') expect(said).toMatch(/^The backup is broken: |is no backup of Our Print$/)
  }
  expect(missed).toEqual([])
  // A byte in the middle of each kind of entry.
  for (const name of ['tables/orders/00000001.tsv.zst', 'files/demo/', 'checksums.sha256', 'manifest.json']) {
    const said = await edited((entries) => {
      const entry = entries.find(({ header }) => header.name.startsWith(name))
      const middle = Math.floor((entry?.body.length ?? 0) / 2)
      entry?.body.writeUInt8((entry.body[middle] ?? 0) ^ 4, middle)
      return entries
    })
    expect(said).toMatch(/^The backup is broken: /)
    expect(said).toContain(name)
  }
})

test('an archive that is truncated anywhere is refused', async () => {
  const { size } = await stat(state.whole)
  for (const length of [0, 100, 512, 5000, Math.floor(size / 2), size - 2048 - 512, size - 1024 - 512]) {
    const copy = copyName()
    await writeFile(copy, await readFile(state.whole))
    await truncate(copy, length)
    expect(await refusalOf(copy)).toMatch(/^The backup is broken: |is no backup of Our Print$/)
  }
})

/** Where entries, their headers, contents and paddings begin in a tar file, and a byte before each. */
function boundariesOf(bytes: Buffer): number[] {
  const found: number[] = []
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    const padded = Math.ceil(size / 512) * 512
    found.push(at, at + 512, at + 512 + Math.floor(size / 2), at + 512 + size, at + 512 + padded)
    at += 512 + padded
  }
  return found.flatMap((at) => [at - 1, at]).filter((at) => at >= 0)
}

test('a backup that is cut at any boundary, or anywhere else, is refused with one line', async () => {
  const bytes = await readFile(state.whole)
  // The end of the last entry; after it there are only zeros.
  const end = Math.max(...boundariesOf(bytes)) - 1
  const random = createRandom(18)
  const lengths = new Set([...boundariesOf(bytes), ...Array.from({ length: 60 }, () => random.below(end))])
  const wrong: [number, string][] = []
  for (const length of [...lengths].filter((length) => length < end - 512)) {
    const copy = join(state.folder, 'cut.tar')
    await writeFile(copy, bytes.subarray(0, length))
    const error = await checkArchive(copy).then(
      () => new Error('whole'),
      (error: Error) => error,
    )
    const isSentence = error instanceof OperatorError && !error.message.includes('\n')
    if (!isSentence) wrong.push([length, `${error.name}: ${error.message}`])
  }
  expect(wrong).toEqual([])
})

test('a missing or additional entry, and a different manifest, are refused', async () => {
  const without = (name: string) =>
    edited((entries) => entries.filter(({ header }) => !header.name.startsWith(name)))
  expect(await without('FORMAT')).toMatch(/does not begin as a backup/)
  expect(await without('tables/orders/')).toContain('"tables/orders/00000001.tsv.zst" is missing')
  expect(await without('files/')).toMatch(/"files\/\S+" is missing/)
  expect(await without('checksums')).toMatch(/does not belong there/)
  expect(await without('manifest.json')).toMatch(/does not belong there/)
  expect(await without('manifest.sha256')).toMatch(/before its manifest/)
  expect(await edited((entries) => [...entries, entries[1] as TarEntry])).toMatch(/does not belong there/)
  expect(
    await edited((entries) => {
      const manifest = entries.find(({ header }) => header.name === 'manifest.json') as TarEntry
      manifest.body = Buffer.from(manifest.body.toString().replace('Asia/Kolkata', 'Asia/Karachi'))
      return entries
    }),
  ).toContain('manifest.json does not match its checksum')
  // Removed, with matching checksums: the counts differ.
  expect(
    await edited((entries) =>
      withSums(entries.filter(({ header }) => !header.name.startsWith('tables/orders/'))),
    ),
  ).toMatch(/orders has 0 rows, and its manifest says 3/)
  expect(
    await edited((entries) => withSums(entries.filter(({ header }) => !header.name.startsWith('files/')))),
  ).toMatch(/it holds 0 files/)
})

test('a newer format, and a newer or changed schema, are refused', async () => {
  const newer = await edited((entries) => {
    const [format] = entries as [TarEntry]
    format.body = Buffer.from('our-print-backup 2\n')
    return withSums(entries)
  })
  expect(newer).toBe('The backup was made by a newer version of Our Print: restore it with that version')
  const withMigration = (change: (migrations: { name: string; sha256: string }[]) => void) =>
    edited((entries) =>
      withSums(entries, (manifest) => change(manifest['migrations'] as { name: string; sha256: string }[])),
    )
  expect(await withMigration((all) => all.push({ name: '9999_later.sql', sha256: '0'.repeat(64) }))).toBe(
    'The backup was made by a newer version of Our Print: restore it with that version',
  )
  expect(
    await withMigration((all) => {
      if (all[0]) all[0].sha256 = '0'.repeat(64)
    }),
  ).toBe(
    'The backup was made by another version of Our Print, which has a different 0001_shop.sql: restore it with that version',
  )
  expect(await withMigration((all) => all.push({ name: '0000_other.sql', sha256: '0'.repeat(64) }))).toBe(
    'The backup was made by another version of Our Print, which has 0000_other.sql: restore it with that version',
  )
  expect(
    await withMigration((all) => {
      if (all[0]) all[0].name = '0001_foundation.sql'
    }),
  ).toBe(
    'The backup was made by a version of Our Print before 1.0, which this version cannot read: restore it with that version',
  )
})

test('entries with unsafe names or types are refused', async () => {
  const evil = [
    '../evil',
    '/tmp/evil',
    'files/../../evil',
    'files//evil',
    'files/.evil',
    'files/a\\evil',
    'tables/../x',
  ]
  for (const name of evil) {
    const said = await edited((entries) => [
      ...entries.slice(0, -3),
      { header: { name }, body: Buffer.from('evil') },
      ...entries.slice(-3),
    ])
    expect(said).toMatch(/does not belong there/)
  }
  for (const type of ['symlink', 'link', 'directory', 'character-device'] as const) {
    const said = await edited((entries) => [
      ...entries.slice(0, -3),
      { header: { name: 'files/zz.pdf', type, linkname: '/etc/passwd' }, body: Buffer.alloc(0) },
      ...entries.slice(-3),
    ])
    expect(said).toMatch(/which is no file/)
  }
  const into = (table: string) =>
    edited((entries) => {
      const part = entries.find(({ header }) => header.name.startsWith('tables/leads/')) as TarEntry
      const last = entries.findLastIndex(({ header }) => header.name.startsWith('tables/'))
      const more = { header: { name: `tables/${table}/00000001.tsv.zst` }, body: part.body }
      return withSums(entries.toSpliced(last + 1, 0, more))
    })
  expect(await into('pg_authid')).toContain('of which its manifest says nothing')
  expect(existsSync('/tmp/evil')).toBe(false)
})

test('a file that is not a backup is reported as such', async () => {
  const text = join(state.folder, 'notes.txt')
  await writeFile(text, 'not a backup'.repeat(500))
  expect(await refusalOf(text)).toBe(`${text} is no backup of Our Print`)
  expect(
    await refusalOf(await writeTar(copyName(), [{ header: { name: 'a' }, body: Buffer.from('b') }])),
  ).toMatch(/does not begin as a backup/)
  expect(await refusalOf(join(state.folder, 'nowhere.tar'))).toMatch(/^There is no backup at/)
  expect(await refusalOf(state.folder)).toMatch(/is a folder/)
})
