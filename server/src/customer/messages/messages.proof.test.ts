import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrders, buildUser } from '../../../test/build.ts'
import { messagesOf, openProvider, providerSettings } from '../../../test/messageJobs.ts'
import { tellOfOrders } from './tellFacts.queries.ts'

// 10,000 facts, two processes, and a provider that fails half of the time: each arrives once, none after it stopped being true.

const api = useApi()
const { setUp, run } = messagesOf(api)
const facts = 10_000
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

test('10,000 facts arrive once each, and none that a change made untrue before it was claimed', async () => {
  let seen = 0
  const answered = new Map<string, number>()
  const provider = await openProvider((response, { body }) => {
    seen += 1
    // Every second request fails, in turn: refused, or taken without an answer.
    if (seen % 4 === 1) return void response.writeHead(503).end()
    if (seen % 4 === 3) return void response.destroy()
    const { id } = JSON.parse(body) as { id: string }
    answered.set(id, (answered.get(id) ?? 0) + 1)
    return void response.end('queued')
  })
  closing.push(provider.close)
  await setUp('sms', { provider: providerSettings(provider.url), secret: 'key' })
  const user = await buildUser(api.db, { email: null })
  const orders = await buildOrders(api.db, facts)
  await api.db`update orders set version = version + 1, user_id = ${user.id}, is_ready = true`
  await tellOfOrders(api.db, 'ready', orders)

  let changed = 0
  const untrueSince = new Map<string, string>()
  /** Meanwhile every tenth order is fetched no longer. */
  const change = async () => {
    const next = orders.filter((_, at) => at % 10 === 0).slice(changed, changed + 50)
    changed += next.length
    if (next.length > 0) {
      await api.db`update orders set version = version + 1, is_ready = false where id = any(${next}::uuid[])`
      // After the commit: whatever is claimed from now on must know it.
      const [{ now }] = await api.db<[{ now: string }]>`select clock_timestamp() as now`
      for (const id of next) untrueSince.set(id, now)
    }
    const [{ left }] = await api.db<[{ left: number }]>`
      select count(*)::int as left from messages where state in ('queued', 'sending')`
    return left === 0
  }
  const one = run(change, { firstPauseSeconds: 0.01, timeout: 600_000 })
  const other = run(change, { firstPauseSeconds: 0.01, timeout: 600_000 })
  await Promise.all([one, other])

  const [states] = await api.db`
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'dropped')::int as dropped,
      count(*)::int as all from messages`
  expect(states?.['all']).toBe(facts)
  expect(Number(states?.['sent']) + Number(states?.['dropped'])).toBe(facts)
  expect(states?.['dropped']).toBeGreaterThan(0)
  const sent = await api.db<{ id: string; order_id: string; claimed_at: string }[]>`
    select id, order_id, claimed_at from messages where state = 'sent'`
  expect(sent.filter(({ id }) => answered.get(id) !== 1)).toEqual([])
  expect(answered.size).toBe(sent.length)
  const late = sent.filter((one) => one.claimed_at > (untrueSince.get(one.order_id) ?? '9999'))
  expect(late).toEqual([])
}, 900_000)
