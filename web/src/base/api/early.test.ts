import { getProfile } from '@our-print/contract/people/session.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, refuse, stubServer } from '../../../test/renderPage.tsx'
import { query } from './api.ts'
import { call } from './call.ts'
import { requestEarly } from './early.ts'

const meera = {
  id: '01900000-0000-7000-8000-000000000001',
  email: 'meera@shop.in',
  full_name: 'Meera Deshmukh',
  is_superuser: true,
  mobile: null,
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
}
const askEarly = () => requestEarly('/api/profile/', { Authorization: 'Token test' })

afterEach(() => void vi.useRealTimers())

test('the app uses an early response once, then asks again', async () => {
  const calls = stubServer([answer(getProfile, meera)])
  askEarly()
  expect(await call(getProfile, {})).toEqual(meera)
  expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual(['Token test'])
  expect(await call(getProfile, {})).toEqual(meera)
  expect(calls).toHaveLength(2)
})

test('an early refusal is the refusal of the call', async () => {
  const calls = stubServer([refuse(getProfile, 503, { message: 'Busy' })])
  askEarly()
  await expect(call(getProfile, {})).rejects.toMatchObject({ status: 503, message: 'Busy' })
  expect(calls).toHaveLength(1)
})

test('an early response that is there already is the first data of its query', async () => {
  const calls = stubServer([answer(getProfile, meera)])
  const first = () => (query(getProfile, {}).initialData as () => unknown)()
  askEarly()
  expect(first()).toBeUndefined()
  await window.earlyResponses?.get('/api/profile/')?.response
  expect([first(), first()]).toEqual([meera, undefined])
  expect(calls).toHaveLength(1)
})

test('where the early request failed, the app sends its own', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  askEarly()
  const calls = stubServer([answer(getProfile, meera)])
  expect(await call(getProfile, {})).toEqual(meera)
  expect(calls).toHaveLength(1)
})

test('an early response that was not used for 10 s is requested again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const calls = stubServer([answer(getProfile, meera)])
  askEarly()
  await expect.poll(() => calls).toHaveLength(1)
  await window.earlyResponses?.get('/api/profile/')?.response
  vi.setSystemTime(Date.now() + 10_001)
  expect(await call(getProfile, {})).toEqual(meera)
  expect(calls).toHaveLength(2)
})
