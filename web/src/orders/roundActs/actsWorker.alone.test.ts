import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../../base/device/database.ts'
import { forgetKeys, keepKey, keepSession, keyOf } from '../../base/device/sealing.ts'
import { addActs, type Owner, readActs } from './actQueue.ts'
import { listenForSync } from './actsWorker.ts'

const person = 'asha'
let owner: Owner

/** What the worker sent, and what it is answered. */
let sent: Request[] = []
let status = 200

beforeEach(async () => {
  const database = await openDevice()
  await Promise.all((['acts', 'pictures', 'keys'] as const).map((name) => database.clear(name)))
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, work: () => Promise<unknown>) => work() },
  })
  sent = []
  status = 200
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push(new Request(new URL(address, 'http://print.test'), init))
    return new Response(JSON.stringify({ id: 'a', version: 5, message: 'No' }), { status })
  })
  await keepKey(person, 'A'.repeat(43))
  owner = { person, key: (await keyOf(person)) as CryptoKey }
  await addActs(database, owner, { order: 'a', version: 4 }, [
    {
      id: 'the key of the tap',
      number: 1042,
      title: 'Thesis',
      happened_at: '2026-01-03T10:42:00.000Z',
      deed: { kind: 'move', change: { status: 'delivered' } },
    },
  ])
})

/** Tells the worker that there is a network. */
async function sync(tag = 'acts'): Promise<void> {
  const work: Promise<unknown>[] = []
  listenForSync({
    addEventListener: (_, listener) => listener({ tag, waitUntil: (one) => void work.push(one) }),
  })
  await Promise.all(work)
}
const left = async () => (await readActs(await openDevice(), owner)).acts.length

test('a sync sends what waits, in the session of its person, with the key, the version and the time of the tap', async () => {
  await keepSession(person, 'Token secret')
  await sync('another')
  expect(sent).toEqual([])
  await sync()
  const [request] = sent
  expect([
    request?.method,
    request?.headers.get('Authorization'),
    request?.headers.get('Idempotency-Key'),
  ]).toEqual(['PATCH', 'Token secret', 'the key of the tap'])
  expect(await request?.json()).toEqual({
    status: 'delivered',
    version: 4,
    happened_at: '2026-01-03T10:42:00.000Z',
  })
  expect(await left()).toBe(0)
})

test('without an answer, a network or a session it stays, and the browser is to ask again', async () => {
  await keepSession(person, 'Token secret')
  status = 401
  await expect(sync()).rejects.toThrow('There is no answer yet')
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  await expect(sync()).rejects.toThrow('There is no answer yet')
  expect([sent.length, await left()]).toEqual([1, 1])
})

test('the token is sealed, and goes with the session', async () => {
  await keepSession(person, 'Token secret')
  const [stored] = await (await openDevice()).getAll('keys')
  expect(Buffer.from(stored?.session?.bytes ?? new ArrayBuffer()).toString()).not.toContain('secret')
  await forgetKeys()
  await keepSession(person, 'Token secret')
  expect(await (await openDevice()).getAll('keys')).toEqual([])
  await sync()
  expect([sent, await left()]).toEqual([[], 1])
})
