import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildSoldPlan } from '../../../test/build.ts'
import { freshFetch } from '../../../test/freshFetch.ts'
import { failToStart, startServer } from '../../../test/processes/serverProcess.ts'
import { recordCurrency } from './currency.ts'

const api = useApi()
const { db } = api

const recorded = async () => (await db<[{ currency: string }]>`select currency from shop_clock`)[0].currency
const refusal =
  'CURRENCY is EUR, but this shop has amounts in INR already: set CURRENCY=INR, or start an empty shop in another DATA_DIR or database'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'our-print-currency-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

beforeEach(async () => {
  await db`update shop_clock set currency = 'INR'`
})

test('a shop without amounts takes the currency of the setting, as often as that changes', async () => {
  expect(await recorded()).toBe('INR')
  for (const currency of ['EUR', 'EUR', 'CHF', 'INR']) {
    await recordCurrency(db, currency)
    expect(await recorded()).toBe(currency)
  }
})

test('a server speaks of the currency with which it was started', async () => {
  const folder = await temporaryFolder()
  const owner = { email: 'owner@euro.test', password: 'a long enough secret' }
  const settings = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, CURRENCY: 'EUR' }
  await db`truncate staff_users cascade`
  const server = await startServer({ DATABASE_URL: api.url, DATA_DIR: folder, ...settings })
  onTestFinished(() => server.stop())
  expect(await recorded()).toBe('EUR')
  const ask = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Token ${token}` }
    const reply = await freshFetch(server.url + path, { method, headers, body: JSON.stringify(body) })
    return (await reply.json()) as { token: string }
  }
  const { token } = await ask('POST', '/api/admin-login', owner)
  const paper = { A4: 20_000, A3: 0, Letter: 0 }
  const binding = { none: 0, staple: 0, spiral: 0, hard: 0 }
  const costs = { binding, paper, gap_percent: 1, gap_least: 1, version: 1 }
  const refused = await ask('PUT', '/api/production-costs/', costs, token)
  expect(refused).toMatchObject({ errors: [{ message: 'At most €10,000' }] })
})

test('while an amount is being written, the change waits, and is refused', async () => {
  const done = { written: false }
  let change: Promise<unknown> | undefined
  await db.begin(async (tx) => {
    const plan = await buildSoldPlan(tx)
    change = recordCurrency(db, 'EUR').catch((error: Error) => [done.written, error.message])
    await db`select pg_sleep(0.2)`
    done.written = true
    expect(plan.id).toBeTruthy()
  })
  expect(await change).toEqual([true, refusal])
  expect(await recorded()).toBe('INR')
})

test('with orders the start is refused in one line, and works with the currency of before', async () => {
  await buildOrder(db)
  await expect(recordCurrency(db, 'EUR')).rejects.toThrow(refusal)
  await recordCurrency(db, 'INR')
  expect(await recorded()).toBe('INR')
  const folder = await temporaryFolder()
  const { code, said } = await failToStart({ DATABASE_URL: api.url, DATA_DIR: folder, CURRENCY: 'EUR' })
  expect([
    code,
    said
      .trim()
      .split('\n')
      .filter((line) => line.includes('CURRENCY')),
  ]).toEqual([1, [expect.stringContaining(refusal)]])
})
