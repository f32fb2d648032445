import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { createLogger } from '../../app/start/logger.ts'
import { runBulkJobs } from './runBulkJobs.ts'

const api = useApi()
const admin = api.as('admin')
const silent = createLogger('silent', process.stderr)
const tag = async (body: object) => (await admin.post('/api/users/tags/', body)).json()
const tagsOf = async (id: string) => (await admin.get(`/api/users/${id}/`)).json().tags
const stranger = '01900000-0000-7000-8000-0000000000ff'

test('customers are tagged at once, and get back what they had unless somebody changed them since', async () => {
  const [one, two, three] = [
    (await buildUser(api.db)).id,
    (await buildUser(api.db)).id,
    (await buildUser(api.db)).id,
  ]
  await admin.patch(`/api/users/${one}/`, { tags: ['old', 'school'] })
  await admin.patch(`/api/users/${three}/`, { tags: ['vip'] })
  const { results, bulk_job } = await tag({
    ids: [one, two, three, stranger],
    add: ['VIP', 'vip'],
    remove: ['old'],
  })
  expect(results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, false])
  expect([await tagsOf(one), await tagsOf(two), await tagsOf(three)]).toEqual([
    ['school', 'vip'],
    ['vip'],
    ['vip'],
  ])
  expect((await admin.get(`/api/bulk-jobs/${bulk_job}/`)).json()).toMatchObject({
    kind: 'customer',
    total: 3,
    changed: 2,
    unchanged: 1,
    can_undo: true,
  })
  await admin.patch(`/api/users/${two}/`, { notes: 'Called' })
  const undo = (await admin.post(`/api/bulk-jobs/${bulk_job}/undo/`)).json<BulkJob>()
  await runBulkJobs(api.db, silent, { isHeld: () => true, signal: new AbortController().signal })
  expect((await admin.get(`/api/bulk-jobs/${undo.id}/`)).json()).toMatchObject({ changed: 1, refused: 1 })
  expect([await tagsOf(one), await tagsOf(two), await tagsOf(three)]).toEqual([
    ['old', 'school'],
    ['vip'],
    ['vip'],
  ])
})

test('a customer has at most 20 tags, and what changes nothing is no job', async () => {
  const { id } = await buildUser(api.db)
  await admin.patch(`/api/users/${id}/`, { tags: Array.from({ length: 20 }, (_, at) => `t${at}`) })
  expect(await tag({ ids: [id], add: ['more'] })).toMatchObject({
    results: [{ ok: false, code: 'too_many' }],
    bulk_job: null,
  })
  expect(await tag({ ids: [id], add: ['t3'] })).toMatchObject({ results: [{ ok: true }], bulk_job: null })
  expect(await tag({ ids: [id], add: ['more'], remove: ['t0'] })).toMatchObject({ results: [{ ok: true }] })
})
