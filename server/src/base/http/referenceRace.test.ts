import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { until } from '../../../test/until.ts'

const api = useApi()

test('a record whose owner is deleted at the same time is refused with a sentence', async () => {
  const { id: printer } = await buildPrinter(api.db)
  const [deleted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = api.db.begin(async (tx) => {
    await tx`delete from printers where id = ${printer}`
    deleted.resolve()
    await released.promise
  })
  await deleted.promise
  const answer = api.as('admin').post('/api/printer-readings/', { printer, impressions: 100 })
  await until('the reading waits for the deletion', async () => {
    const [{ many }] = await api.db<[{ many: number }]>`
      select count(*)::int as many from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return many > 0
  })
  released.resolve()
  await deletion
  const reply = await answer
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { code: 'conflict', message: expect.stringMatching(/deleted .* in the meantime\. Reload/) },
  ])
  expect(
    (await api.as('admin').post('/api/printer-readings/', { printer, impressions: 100 })).statusCode,
  ).toBe(400)
})
