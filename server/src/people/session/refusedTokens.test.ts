import type { NewKey } from '@our-print/contract/people/apiKeys.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'

const api = useApi()
const limit = 3
let app: FastifyInstance
beforeAll(async () => {
  app = await api.startApp({ publicRateLimit: limit })
})
afterAll(() => app.close())

const ask = (authorization: string, remoteAddress: string, url: string) =>
  app.inject({ url, headers: { authorization }, remoteAddress })

test.each<[string, string, string, string?]>([
  ['tokens', 'Token junk', '198.51.100.1'],
  ['keys', `Api-Key opk_${'x'.repeat(43)}`, '198.51.100.2'],
  ['tokens, where the endpoint checks them itself', 'Token other junk', '198.51.100.3', '/api/all-orders/'],
])(
  'refused %s are limited by address; good ones from there are not',
  async (_what, junk, address, url = '/api/users/?query=a') => {
    const created = await api
      .as('admin')
      .post('/api/api-keys/', { name: `Behind ${address}`, scopes: ['users:write'] })
    for (let i = 0; i < limit; i++) expect((await ask(junk, address, url)).statusCode).toBe(401)
    const limited = await ask(junk, address, url)
    expect([limited.statusCode, limited.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)

    // Neither known here before, nor used up.
    expect((await ask(`Token ${api.token('admin')}`, address, url)).statusCode).toBe(200)
    expect(
      (await ask(`Api-Key ${created.json<NewKey>().key}`, address, '/api/users/?query=a')).statusCode,
    ).toBe(200)
    expect((await ask(junk, address.replace('198.51.100', '203.0.113'), url)).statusCode).toBe(401)
    // Without a token it is a person who is to sign in.
    expect((await app.inject({ url: '/api/users/', remoteAddress: address })).statusCode).toBe(401)
    await api.db`delete from api_keys`
  },
)
