import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { schemaOf, useTemporaryResources } from '../../../test/temporaryResources.ts'
import { connect } from '../../base/database/db.ts'
import { migrate } from '../../base/database/migrate.ts'
import { openStorage } from '../../base/files/openStorage.ts'
import { restore } from './restore.ts'

// Shops of released versions, a row or more in each of their tables (`npm run dump` made them), become shops of this version.

const dumps = new URL('../../../test/dumps/', import.meta.url)
const places = useTemporaryResources()

test.each(readdirSync(dumps))('the shop in %s is restored and upgraded', async (name) => {
  const folder = await places.folder()
  const source = join(folder, 'shop.tar')
  await pipeline(createReadStream(new URL(name, dumps)), createGunzip(), createWriteStream(source))
  const [url, fresh] = [await places.database(), await places.database({ migrated: true })]
  const { tables, version } = await restore({
    source,
    databaseUrl: url,
    openStorage: () => openStorage({ dataDir: folder, s3: undefined }),
  })
  expect(name).toBe(`${version}.tar.gz`)
  expect(tables.filter(({ rows }) => rows === 0)).toEqual([])
  const [db, expected] = [connect(url, { max: 1 }), connect(fresh, { max: 1 })]
  try {
    expect(await schemaOf(db)).toEqual(await schemaOf(expected))
    expect(await migrate(db)).toEqual([])
  } finally {
    await db.end({ timeout: 1 })
    await expected.end({ timeout: 1 })
  }
})

test('the shop of version 1.0 is among them', () => {
  expect(readdirSync(dumps)).toContain('1.0.0.tar.gz')
})
