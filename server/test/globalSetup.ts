import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/app/start/embeddedDatabase.ts'
import { connect } from '../src/base/database/db.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { makeDatabaseFolder } from './databaseFolder.ts'
import { dropDatabase } from './dropDatabase.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated template database that every test file clones. */
    templateUrl: string
  }
}

/** No test turns off the power, and every CREATE and DROP DATABASE would wait for a checkpoint to reach the disk. */
export const withoutDurability = { fsync: 'off', full_page_writes: 'off' }

/** The URL of another database on the same server. */
export function atDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** One PostgreSQL for the whole run (embedded, or DATABASE_URL) with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeDatabaseFolder()
  const given = process.env['DATABASE_URL']
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: withoutDurability })
  const url = given ?? embedded?.url ?? ''
  const template = `our_print_test_${randomBytes(6).toString('hex')}`
  const admin = connect(url, { max: 1 })
  await admin.unsafe(`create database ${template}`)
  const pool = connect(atDatabase(url, template), { max: 1 })
  await migrate(pool)
  await pool.end()
  project.provide('templateUrl', atDatabase(url, template))

  return async () => {
    // A test file that was interrupted leaves its clone behind.
    const left = await admin<{ datname: string }[]>`
      select datname from pg_database where datname like ${`${template}%`}`
    for (const { datname } of left) await dropDatabase(admin, datname)
    await admin.end()
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
