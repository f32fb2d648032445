import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession, type Reply, useApi } from '../../../test/api.ts'
import { buildStaff } from '../../../test/build.ts'
import { saveOrigin, sweepLimits } from './signInLimits.queries.ts'

const api = useApi()
const password = 'correct horse battery'
let passwordHash: string
let other: FastifyInstance

beforeAll(async () => {
  // Cheap to check, so that hundreds of guesses take no time.
  passwordHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  other = await api.startApp()
})
afterAll(() => other.close())
beforeEach(() => api.db`truncate sign_in_failures, sign_in_pressure, sign_in_origins`)

const account = (fields = {}) => buildStaff(api.db, { password_hash: passwordHash, ...fields })
type From = { address?: string; cookie?: string; app?: FastifyInstance; headers?: Record<string, string> }
const signIn = (
  email: string,
  password: string,
  { address = '10.0.0.1', cookie, app = api.app, headers }: From = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/admin-login',
    payload: { email, password },
    remoteAddress: address,
    headers: { ...headers, ...(cookie && { cookie }) },
  })
const fail = async (email: string, times: number, from: From = {}) => {
  for (let time = 0; time < times; time++) expect((await signIn(email, 'wrong', from)).statusCode).toBe(422)
}
const statusesOf = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.statusCode === status)
const later = (time: string) => api.db`
  update sign_in_failures set not_before = not_before - ${time}::interval, expires_at = expires_at - ${time}::interval,
    failed_at = (select coalesce(array_agg(f - ${time}::interval order by f), '{}') from unnest(failed_at) f)`
const deviceOf = (reply: Reply) => String(reply.headers['set-cookie']).split(';')[0] ?? ''

/** The pressure that wrong passwords from so many networks cause; that they cause it, "gets the same responses" shows. */
const guessFromEverywhere = (email: string, networks = 51) => api.db`
  insert into sign_in_pressure as p (account, level, at, expires_at)
  values (sha256(${email}::text::bytea), ${networks}, clock_timestamp(), now() + interval '1 hour')
  on conflict (account) do update set level = excluded.level, at = excluded.at, expires_at = excluded.expires_at`

describe('one account from one address', () => {
  test('may fail ten times in 15 minutes, independently of other addresses', async () => {
    const { email } = await account()
    await fail(email, 10)
    const reply = await signIn(email, password)
    expect(reply.statusCode).toBe(429)
    const wait = Number(reply.headers['retry-after'])
    expect(wait > 890 && wait <= 900).toBe(true)
    expect(reply.json()).toEqual({
      code: 'too_many_requests',
      message: 'Too many attempts. Try again in 15 minutes.',
    })
    expect((await signIn(email, password, { address: '10.0.0.2' })).statusCode).toBe(200)
    expect((await signIn((await account()).email, password)).statusCode).toBe(200)
    await later('14 minutes 20 seconds')
    expect((await signIn(email, password)).json().message).toMatch(
      /^Too many attempts. Try again in \d\d seconds.$/,
    )
    await later('41 seconds')
    expect((await signIn(email, password)).statusCode).toBe(200)
  })

  test('is not locked out by a clock that was ahead and was set back', async () => {
    const { email } = await account()
    await fail(email, 10)
    await later('-6 hours')
    expect((await signIn(email, password)).statusCode).toBe(200)
  })

  test('ignores a forwarded address, except behind a trusted proxy', async () => {
    const { email } = await account()
    await fail(email, 10)
    const headers = { 'x-forwarded-for': '10.9.9.9' }
    expect((await signIn(email, password, { headers })).statusCode).toBe(429)
    const app = await api.startApp({ trustProxy: 1 })
    const through = (forwarded: string, word: string) =>
      signIn(email, word, { app, address: '10.7.7.7', headers: { 'x-forwarded-for': forwarded } })
    for (let n = 0; n < 10; n++) expect((await through(`6.6.6.${n}, 10.9.9.9`, 'wrong')).statusCode).toBe(422)
    expect((await through('6.6.6.66, 10.9.9.9', password)).statusCode).toBe(429)
    for (const entry of ['foo', '1.2.3.4:5678', '[::1]'])
      expect((await through(entry, 'no')).statusCode).toBe(422)
    // All three counted as the proxy's.
    expect(
      await api.db`select 1 from sign_in_failures where origin = '10.7.7.7' and cardinality(failed_at) = 3`,
    ).toHaveLength(1)
    expect((await through('10.9.9.9, 10.9.9.8', password)).statusCode).toBe(200)
    await app.close()
  })

  test('is the whole /64 of IPv6', async () => {
    const { email } = await account()
    for (let n = 1; n <= 10; n++) await fail(email, 1, { address: `2001:db8::${n}:${n}` })
    expect((await signIn(email, password, { address: '2001:db8::ffff' })).statusCode).toBe(429)
    expect((await signIn(email, password, { address: '2001:db8:0:1::1' })).statusCode).toBe(200)
  })

  test('is counted across all processes, also for concurrent attempts', async () => {
    const { email } = await account()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => signIn(email, 'wrong', { app: n % 2 ? other : api.app })),
    )
    expect(statusesOf(replies, 422)).toHaveLength(10)
    expect(statusesOf(replies, 429)).toHaveLength(40)
    for (const { headers } of statusesOf(replies, 429))
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn(email, password, { app: other })).statusCode).toBe(429)
  })

  test('is reset by the correct password', async () => {
    const { email } = await account()
    for (let time = 0; time < 3; time++) {
      await fail(email, 9)
      expect((await signIn(email, password)).statusCode).toBe(200)
    }
  })

  test('also counts wrong current passwords when a password is changed', async () => {
    const { id, email } = await account()
    const token = await openSession(api.db, id)
    const change = (current_password: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/update_password',
        payload: { current_password, new_password: 'a better password' },
        remoteAddress: '10.0.0.1',
        headers: { authorization: `Token ${token}` },
      })
    for (let time = 0; time < 5; time++) expect((await change('wrong')).statusCode).toBe(422)
    await fail(email, 5)
    const reply = await change(password)
    expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await signIn(email, password)).statusCode).toBe(429)
    await later('15 minutes 1 second')
    expect((await change(password)).statusCode).toBe(204)
  })
})

describe('one account from many addresses', () => {
  test('does not delay an address or a device that signed in before', async () => {
    const { email } = await account()
    const cookie = deviceOf(await signIn(email, password, { address: '10.1.1.1' }))
    await guessFromEverywhere(email)
    expect((await signIn(email, password, { address: '10.3.3.3' })).statusCode).toBe(429)
    expect((await signIn(email, password, { address: '10.1.1.1' })).statusCode).toBe(200)
    expect((await signIn(email, password, { address: '10.3.3.4', cookie })).statusCode).toBe(200)
    expect((await signIn(email, password, { address: '10.3.3.4' })).statusCode).toBe(200)
  })

  test('lets a new address sign in after seconds, however long the attack lasts', async () => {
    const { email } = await account()
    await guessFromEverywhere(email)
    const refused = await signIn(email, password, { address: '10.4.4.4' })
    const wait = Number(refused.headers['retry-after'])
    expect(refused.statusCode).toBe(429)
    expect(wait >= 1 && wait <= 10).toBe(true)
    expect(refused.json().message).toBe(`Too many attempts. Try again in ${wait} seconds.`)
    for (let n = 0; n < 20; n++) await signIn(email, 'wrong', { address: `10.5.0.${n}` })
    await later(`${wait} seconds`)
    expect((await signIn(email, password, { address: '10.4.4.4' })).statusCode).toBe(200)
  })

  test('allows each new address one attempt after each wait', async () => {
    const { email } = await account()
    await guessFromEverywhere(email)
    const guess = () => signIn(email, 'wrong', { address: '10.4.4.4' })
    expect((await guess()).statusCode).toBe(429)
    await later('10 seconds')
    const replies = await Promise.all(Array.from({ length: 10 }, guess))
    expect(statusesOf(replies, 422)).toHaveLength(1)
    expect(statusesOf(replies, 429)).toHaveLength(9)
  })

  test('is forgotten by an attempt each 36 seconds', async () => {
    const { email } = await account()
    await guessFromEverywhere(email, 60)
    await api.db`update sign_in_pressure set at = at - interval '7 minutes'`
    await fail(email, 1, { address: '10.4.4.4' })
  })

  test('is counted up to two hundred attempts, or it would be locked for long', async () => {
    const { email } = await account()
    await guessFromEverywhere(email, 200)
    expect((await signIn(email, 'wrong', { address: '10.4.4.4' })).statusCode).toBe(429)
    await later('10 seconds')
    await fail(email, 1, { address: '10.4.4.4' })
    expect(await api.db`select level from sign_in_pressure`).toEqual([{ level: 200 }])
  })

  test('allows no more attempts when they are concurrent', async () => {
    const { email } = await account()
    await guessFromEverywhere(email, 45)
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(email, 'wrong', { address: `10.6.0.${n}`, app: n % 2 ? other : api.app }),
      ),
    )
    // Five until unknown clients must wait, plus what the pressure decreases meanwhile.
    expect([5, 6]).toContain(statusesOf(replies, 422).length)
    expect(statusesOf(replies, 422).length + statusesOf(replies, 429).length).toBe(40)
  })

  test('gets the same responses as an unknown account', async () => {
    const { email } = await account()
    const answerTo = async (name: string, n: number) => {
      const reply = await signIn(name, 'wrong', { address: `10.8.0.${n}` })
      return [n, reply.statusCode, reply.headers['retry-after'], reply.json(), Object.keys(reply.headers)]
    }
    const statuses = new Set<unknown>()
    for (let n = 0; n < 60; n++) {
      const answer = await answerTo('nobody@print.test', n)
      expect(answer).toEqual(await answerTo(email, n))
      statuses.add(answer[1])
    }
    expect([...statuses]).toEqual([422, 429])
  })
})

describe('a device', () => {
  test('is identified by a cookie that scripts cannot read and other sites cannot send', async () => {
    const { email } = await account()
    const reply = await signIn(email, password)
    expect(reply.headers['set-cookie']).toMatch(
      /^our_print_device=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/,
    )
    const { links } = api.resources
    links.publicUrl = 'https://print.test'
    expect((await signIn(email, password)).headers['set-cookie']).toMatch(/; Secure/)
    links.publicUrl = 'http://print.test'
    expect((await signIn(email, 'wrong')).headers['set-cookie']).toBeUndefined()
    const rows = await api.db`select origin from sign_in_origins where origin like 'device:%'`
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(deviceOf(reply).split('=')[1])
  })

  test('keeps its token for all accounts, and a token that was not issued here is replaced', async () => {
    const [one, two] = [await account(), await account()]
    const cookie = deviceOf(await signIn(one.email, password))
    expect(deviceOf(await signIn(two.email, password, { cookie }))).toBe(cookie)
    const planted = `our_print_device=${'x'.repeat(43)}`
    expect(deviceOf(await signIn(one.email, password, { cookie: planted }))).not.toBe(planted)
  })

  test('gets no access by its token, is unknown to other accounts, and may fail ten times', async () => {
    const [owner, thief] = [await account(), await account()]
    const cookie = deviceOf(await signIn(owner.email, password))
    expect((await api.app.inject({ url: '/api/profile/', headers: { cookie } })).statusCode).toBe(401)
    await guessFromEverywhere(owner.email)
    await guessFromEverywhere(thief.email)
    expect((await signIn(thief.email, password, { address: '10.9.0.1', cookie })).statusCode).toBe(429)
    for (let n = 0; n < 10; n++) await fail(owner.email, 1, { address: `10.9.1.${n}`, cookie })
    const reply = await signIn(owner.email, 'wrong', { address: '10.9.2.1', cookie })
    expect([reply.statusCode, Number(reply.headers['retry-after']) <= 10]).toEqual([429, true])
  })
})

describe('the stored data', () => {
  const count = async () => {
    const [row] = await api.db<[{ count: number }]>`
      select ((select count(*) from sign_in_failures) + (select count(*) from sign_in_pressure))::int as count`
    return row.count
  }
  const originsOf = (id: string) =>
    api.db<{ origin: string }[]>`select origin from sign_in_origins where staff_user = ${id}`

  test('do not grow with invented emails and addresses', async () => {
    await api.db`insert into sign_in_failures (account, origin, expires_at)
      select sha256(n::text::bytea), 'made up', now() - interval '1 second' from generate_series(1, 300) n`
    await api.db`insert into sign_in_pressure (account, at, expires_at)
      select sha256(n::text::bytea), now(), now() - interval '1 second' from generate_series(1, 300) n`
    for (let n = 0; n < 30; n++) await signIn(`made.up${n}@print.test`, 'wrong', { address: `10.7.0.${n}` })
    expect(await count()).toBe(60)
    await api.db`update sign_in_failures set expires_at = now() - interval '1 second'`
    await api.db`update sign_in_pressure set expires_at = now() - interval '1 second'`
    await sweepLimits(api.db)
    expect(await count()).toBe(0)
  })

  test('are the fifty origins of an account that were used last', async () => {
    const { id } = await account()
    const save = (n: number) => saveOrigin(api.db, id, { network: `10.0.1.${n}`, device: undefined })
    for (let n = 0; n < 50; n++) await save(n)
    // The first place is used again.
    await save(0)
    await save(50)
    const origins = (await originsOf(id)).map(({ origin }) => origin)
    expect(origins).toHaveLength(50)
    expect(origins).not.toContain('10.0.1.1')
    expect(origins).toContain('10.0.1.0')
  })

  test('are no origins that nobody signed in from for a year', async () => {
    const { id } = await account()
    for (const network of ['10.0.2.1', '10.0.2.2'])
      await saveOrigin(api.db, id, { network, device: undefined })
    await api.db`
      update sign_in_origins set used_at = now() - interval '1 year' + case origin when '10.0.2.1' then -1 else 1 end * interval '1 hour'
      where staff_user = ${id}`
    await sweepLimits(api.db)
    expect(await originsOf(id)).toEqual([{ origin: '10.0.2.2' }])
  })
})
