import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import type { Db } from '../database/db.ts'
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

test('other work on the same connections waits as long as it takes: migrations, jobs, backups', async () => {
  await inActorTransaction(api.db, requestOf(), read)
  const all = await Promise.all(Array.from({ length: 30 }, () => read(api.db)))
  expect(new Set(all.map(({ lock, idle }) => `${lock} ${idle}`))).toEqual(new Set(['0 0']))
})
