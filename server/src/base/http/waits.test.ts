import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import type { Db } from '../database/db.ts'
import { inJobTransaction } from '../database/jobTransaction.ts'
import { inActorTransaction } from './route.ts'

const api = useApi()

const read = async (db: Db) => {
  const [limits] = await db<[{ lock: string; idle: string }]>`
    select current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`
  return limits
}

/** As much of a request as a transaction needs. */
const requestOf = (work?: string) =>
  ({
    id: 'request',
    actor: null,
    routeOptions: { config: { endpoint: { config: { work } } } },
  }) as never as FastifyRequest

test.each([
  ['a request', undefined, '3s'],
  ['an import, which waits for another one', 'import', '0'],
])('the transaction of %s waits for a while, and holds its locks for a while', async (_what, work, lock) => {
  expect(await inActorTransaction(api.db, requestOf(work), read)).toEqual({ lock, idle: '1min' })
})

test('a transaction of a job waits for locks as long as it takes, and holds its own for a while', async () => {
  expect(await inJobTransaction(api.db, read)).toEqual({ lock: '0', idle: '1min' })
})

// Each waits, holds or reads as a command or an export must, sets its own limits, or is over at once.
const withoutLimit = [
  'app/auditCommand.ts',
  'base/database/currency.ts',
  'base/database/jobTransaction.ts',
  'base/database/migrate.ts',
  'base/database/timeZone.ts',
  'base/files/diskSpace.ts',
  'base/files/fileRemovals.ts',
  'base/http/csv.ts',
  'base/http/route.ts',
  'money/cash/cash.routes.ts',
  'money/days/days.routes.ts',
  'orders/searchOrders.queries.ts',
  'people/session/signIn.ts',
  'people/staff/firstAdmin.ts',
  'people/staff/superAdmins.ts',
  'printing/autoPrint/runAutoPrints.ts',
  'shop/backup/backup.ts',
  'shop/backup/restore.ts',
  'shop/bulkJobs/runBulkJobs.ts',
  'shop/places/placeCommand.ts',
]
test('no other work opens transactions without it', () => {
  const folder = new URL('../..', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const opening = files.filter((file) => /\.begin\(/.test(readFileSync(new URL(file, folder), 'utf8')))
  expect(opening.toSorted()).toEqual(withoutLimit)
})

test('other work on the same connections waits as long as it takes: migrations, jobs, backups', async () => {
  await inActorTransaction(api.db, requestOf(), read)
  const all = await Promise.all(Array.from({ length: 30 }, () => read(api.db)))
  expect(new Set(all.map(({ lock, idle }) => `${lock} ${idle}`))).toEqual(new Set(['0 0']))
})
