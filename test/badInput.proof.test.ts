import { unsubscribe } from '@our-print/contract/customer/messageChoice.ts'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { ProblemBody } from '@our-print/contract/problem.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { publish } from '../server/src/shop/events/events.queries.ts'
import { type Reply, useApi } from '../server/test/api.ts'
import { buildOrder, buildUser } from '../server/test/build.ts'
import { allEndpoints, exampleUrl, jsonOf, someId } from './endpoints.ts'

// Sends invalid input to every endpoint: each is refused in the error format of the contract, and afterwards no table
// has changed.

const api = useApi()
const admin = api.as('admin')
const endpoints = await allEndpoints()
// Logout is left out: it would succeed and end the session of these tests.
const named = endpoints
  .filter(({ url }) => url !== '/api/logout')
  .map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.url}` }))
const writes = named.filter((endpoint) => endpoint.method !== 'GET' && jsonOf(endpoint))
const anyWrite = named.filter(({ method }) => method !== 'GET')
const forms = named.filter(({ config }) => config.multipart)

/** The number of rows of every table, except those that count sign-in attempts. */
async function countAll() {
  // Reading publishes what waits, which is no effect of a refused request.
  await publish(api.db)
  const tables = await api.db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'sign_in_%'`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await api.db<[{ count: number }]>`select count(*)::int as count from ${api.db(name)}`
    counts[name] = row.count
  }
  return counts
}

let before: Awaited<ReturnType<typeof countAll>>
beforeAll(async () => {
  await buildOrder(api.db, { user: (await buildUser(api.db)).id })
  const { version: _, ...settings } = (await admin.get('/api/configurations')).json<
    object & { version: number }
  >()
  // Else a form of a visitor is refused before it is read.
  await admin.put('/api/configurations', { ...settings, order_intake: 'open' })
  before = await countAll()
})
afterAll(async () => {
  expect(await countAll()).toEqual(before)
  expect(api.storedFiles()).toEqual([])
  expect(api.incoming()).toEqual([])
})

function expectRefusal(reply: Reply, statuses: number[], what: unknown) {
  expect([what, statuses.includes(reply.statusCode) ? statuses : reply.statusCode]).toEqual([what, statuses])
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  const parsed = ProblemBody.strict().safeParse(reply.json())
  expect(parsed.error?.issues).toBeUndefined()
  expect(reply.body).not.toMatch(/select |insert |node_modules|\.ts:/)
}

const json = { 'content-type': 'application/json' }
const send = (
  { method }: Endpoint,
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = json,
) => admin.send(method, url, body, headers)

describe('bodies', () => {
  test.each(writes)('$name refuses invalid JSON', async (endpoint) => {
    for (const body of [
      '{',
      '{"a":1,}',
      "{'a':1}",
      '{"a":NaN}',
      '{} {}',
      '\0',
      '[1',
      '{"__proto__":{"x":1}}',
      '\uFEFF',
    ]) {
      expectRefusal(await send(endpoint, exampleUrl(endpoint), body), [400], body)
    }
  })

  test.each(writes)('$name refuses JSON that is not an object', async (endpoint) => {
    const isOptional = endpoint.schema.body?.safeParse(undefined).success
    for (const body of ['null', '[]', '"text"', '1', 'true', '[[[]]]', ...(isOptional ? [] : [''])]) {
      expectRefusal(await send(endpoint, exampleUrl(endpoint), body), [400], body)
    }
  })

  // Mail programs unsubscribe with a form, of which nothing is read.
  const readsBodies = anyWrite.filter(({ url }) => url !== unsubscribe.url)
  test.each(readsBodies)('$name refuses other content types and malformed ones', async (endpoint) => {
    const types = [
      'text/plain',
      'text/html',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json\tx',
      'application/json x',
      'application/json\t; charset=utf-8',
      'application/json, text/plain',
      'application/json; charset=utf-16',
      'application/json; charset=utf-8; boundary=x',
      'application/vnd.api+json',
      'text/plain; application/json',
      'json',
      ...(endpoint.config.multipart ? [] : ['multipart/form-data; boundary=b']),
      ...(endpoint.config.multipart === true ? ['application/json'] : []),
      'multipart/form-data',
      '*/*',
    ]
    for (const type of types) {
      expectRefusal(await send(endpoint, exampleUrl(endpoint), '{}', { 'content-type': type }), [415], type)
    }
  })

  test.each(writes)('$name refuses a body above its limit (1 MiB by default)', async (endpoint) => {
    const body = JSON.stringify({ x: 'x'.repeat(endpoint.config.bodyLimit ?? 1024 * 1024) })
    expectRefusal(await send(endpoint, exampleUrl(endpoint), body), [413], 'a large body')
  })

  test.each(anyWrite.filter(({ config }) => config.multipart !== true))(
    '$name refuses unknown fields',
    async (endpoint) => {
      for (const key of ['surprise', 'constructor', '__proto__', 'toString', 'Email', '']) {
        const reply = await send(endpoint, exampleUrl(endpoint), JSON.stringify({ [key]: 1 }))
        expectRefusal(reply, [400], key)
        // Of which kind it is decides which fields it has.
        if (jsonOf(endpoint) instanceof z.ZodDiscriminatedUnion) continue
        const named = reply.json<{ errors: { context: { key: string } }[] }>().errors
        expect(named.map(({ context }) => context.key)).toContain(key)
      }
    },
  )

  test.each(forms)('$name refuses a form without its required fields', async (endpoint) => {
    // An update form has no required fields; it is refused because its example id does not exist.
    const statuses = endpoint.schema.querystring ? [400, 404] : [400]
    for (const form of ['--b--\r\n', '', 'x', '--b\r\n\r\n\r\n--b--\r\n']) {
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      expectRefusal(await send(endpoint, exampleUrl(endpoint), form, type), statuses, form)
    }
  })
})

describe('fields', () => {
  // Values of each type, so that most of them are invalid for any field.
  const values = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    '',
    ' ',
    'x',
    'a\0b',
    '\ud800',
    '\u202e',
    'x'.repeat(10_000),
    '’; drop table users --',
    [],
    [[]],
    {},
    { a: { b: {} } },
    '01890000-0000-7000-8000-00000000000g',
    '2026-02-30',
  ]

  const bodies = writes.flatMap((endpoint) => {
    const shape = (
      jsonOf(endpoint) as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }
    ).shape
    return Object.entries(shape ?? {}).map(([field, schema]) => ({
      endpoint,
      field,
      schema,
      name: endpoint.name,
    }))
  })

  test.each(bodies)(
    '$name $field refuses every value that its schema refuses',
    async ({ endpoint, field, schema }) => {
      for (const value of values.filter((value) => !schema.safeParse(value).success)) {
        const reply = await send(endpoint, exampleUrl(endpoint), JSON.stringify({ [field]: value }))
        expectRefusal(reply, [400], value)
        const keys = reply.json<ProblemBody>().errors?.map(({ context }) => context.key) ?? []
        expect([value, keys.some((key) => key === field || key.startsWith(`${field}.`))]).toEqual([
          value,
          true,
        ])
      }
    },
  )

  test('the tests above cover the fields', () => {
    expect(bodies.length).toBeGreaterThan(50)
  })
})

describe('addresses', () => {
  const withId = named.filter(({ schema }) => schema.params)
  test.each(withId)('$name refuses invalid ids', async (endpoint) => {
    const [, query] = exampleUrl(endpoint).split('?')
    for (const id of [
      '1',
      'x',
      '%00',
      '%27',
      '..%2f..',
      '01890000-0000-7000-8000-00000000000',
      '%F0%9F%92%A9',
      'x'.repeat(190),
    ]) {
      const path = endpoint.url.replace(/:[a-z_]+/g, id)
      const body = jsonOf(endpoint) ? '{}' : undefined
      const reply = await admin.send(
        endpoint.method,
        query ? `${path}?${query}` : path,
        body,
        body ? json : undefined,
      )
      expectRefusal(reply, [400, 404], id)
    }
  })

  test.each([
    '/api/all-orders/%ff/',
    '/api/all-orders/%',
    '/api/%c0%ae',
    '/%',
    `/api/all-orders/${'x'.repeat(5000)}/`,
    '//',
    '/api//users/',
    '/api/users/..;/',
  ])('%s is refused in the error format of the contract', async (url) => {
    expectRefusal(await admin.get(url), [400, 404, 414], url)
  })

  const byDays = named.filter(
    ({ method, schema }) =>
      method === 'GET' && 'to_date' in ((schema.querystring as z.ZodObject)?.shape ?? {}),
  )
  test('what is asked for until the first day that there is, is no fault of the server', async () => {
    const urls = byDays.map((endpoint) => {
      const url = exampleUrl(endpoint)
      return `${url}${url.includes('?') ? '&' : '?'}to_date=1900-01-01`
    })
    expect(urls.length).toBeGreaterThan(10)
    for (const url of [...urls, '/api/days/1900-01-01/', '/api/days/2100-01-01/'])
      expect([url, (await admin.get(url)).statusCode]).toEqual([url, url.includes(someId) ? 404 : 200])
  })

  test('a search accepts any valid text and refuses NUL and malformed UTF-8', async () => {
    for (const query of [
      '%00',
      '%ff',
      '%ED%A0%80',
      "'",
      '%5C',
      '%25',
      '(((',
      '[a-z]',
      '%E2%80%AE',
      '%F0%9F%92%A9',
    ]) {
      for (const list of ['/api/users/', '/api/all-orders/', '/api/staff_users/', '/api/my_orders/']) {
        const reply = await admin.get(`${list}?query=${query}`)
        if (['%00', '%ff', '%ED%A0%80'].includes(query)) expectRefusal(reply, [400], query)
        else expect([list, query, reply.statusCode]).toEqual([list, query, 200])
      }
    }
  })
})

describe('text', () => {
  test.each(writes)('$name refuses a lone surrogate anywhere, and malformed UTF-8', async (endpoint) => {
    const url = exampleUrl(endpoint)
    for (const body of [
      '{"a":"\\ud800"}',
      '{"a":[{"b":"x\\uDC00y"}]}',
      '{"\\udfff":1}',
      Buffer.from('{"a":"\xff"}', 'latin1'),
      Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1'),
      Buffer.from('{"a":"\xc0\xaf"}', 'latin1'),
    ]) {
      expectRefusal(await send(endpoint, url, body), [400], body.toString('latin1'))
    }
  })

  test('a complete surrogate pair is accepted, escaped or not', async () => {
    for (const body of ['{"note":"\\ud83d\\udda8"}', '{"note":"🖨"}']) {
      const reply = await admin.send(
        'PATCH',
        '/api/contact_us/01890000-0000-7000-8000-000000000000/',
        body,
        json,
      )
      expect(reply.statusCode).toBe(404)
    }
  })

  test.each(forms)('$name refuses a form field with malformed UTF-8', async (endpoint) => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const [name, value] of [
      ['company', '\xff'],
      ['name', '\xed\xa0\x80'],
      ['\xff', 'x'],
      ['order', '\xc3('],
    ]) {
      const part = `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`
      const reply = await send(endpoint, exampleUrl(endpoint), Buffer.from(part, 'latin1'), type)
      expectRefusal(reply, endpoint.schema.querystring ? [400, 404] : [400], value)
    }
  })
})

describe('Idempotency-Key', () => {
  test.each(['', ' ', 'a b', 'ключ', 'x'.repeat(256), 'a\tb'])('%j is refused', async (key) => {
    const header = Buffer.from(key).toString('latin1')
    const reply = await admin.post(
      '/api/users/',
      { first_name: 'K', mobile: '9000000001' },
      { 'idempotency-key': header },
    )
    expectRefusal(reply, [400], key)
  })
})

test('the server still works after all of this', async () => {
  expect((await admin.get('/api/all-orders/')).json()).toMatchObject({ count: 1 })
})
