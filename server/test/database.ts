import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Pool } from '../src/base/database/db.ts'
import { dropDatabase } from './dropDatabase.ts'
import { atDatabase } from './globalSetup.ts'

/** A database for this test file alone: a clone of the migrated template, or empty. Dropped at the end. */
export function useDatabase({ migrated = true, template = inject('templateUrl') } = {}): {
  readonly url: string
  readonly db: Pool
} {
  const name = `${new URL(template).pathname.slice(1)}_${randomBytes(4).toString('hex')}`
  const url = atDatabase(template, name)
  const db = connect(url)

  const asAdmin = async (work: (admin: Pool) => Promise<unknown>) => {
    const admin = connect(atDatabase(template, 'postgres'), { max: 1 })
    await work(admin)
    await admin.end()
  }
  beforeAll(async () => {
    await asAdmin(async (admin) => {
      await admin.unsafe(
        // Half the processor time of a copy by way of the write-ahead log.
        `create database ${name} ${migrated ? `template ${new URL(template).pathname.slice(1)} strategy file_copy` : ''}`,
      )
      // Faster; durability does not matter here.
      await admin.unsafe(`alter database ${name} set synchronous_commit to off`)
    })
  })
  afterAll(async () => {
    await db.end({ timeout: 1 })
    await asAdmin((admin) => dropDatabase(admin, name))
  })
  return { url, db }
}
