import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'

// Pages of other origins, which a browser lets read an answer only if it names them.

const api = useApi()
const [admin, other] = ['https://admin.example', 'https://other.example']
const preflight = {
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,content-type',
}
let open: FastifyInstance
beforeAll(async () => {
  open = await api.startApp({ corsOrigins: [admin, 'http://localhost:5173'] })
  return () => open.close()
})

const ask = async (
  app: FastifyInstance,
  method: 'GET' | 'OPTIONS' | 'POST',
  url: string,
  headers: object,
) => {
  const reply = await app.inject({ method, url, headers: { ...headers } })
  const cors = Object.entries(reply.headers).filter(([name]) => name.startsWith('access-control-'))
  return { reply, status: reply.statusCode, cors: Object.fromEntries(cors) }
}
const token = () => ({ authorization: `Token ${api.token('admin')}` })

test('without the setting nobody is let in, and OPTIONS is no method', async () => {
  const { status, cors } = await ask(api.app, 'GET', '/api/users/', { origin: admin, ...token() })
  expect([status, cors]).toEqual([200, {}])
  const asked = await ask(api.app, 'OPTIONS', '/api/users/', { origin: admin, ...preflight })
  expect([asked.status, asked.cors]).toEqual([405, {}])
})

describe('with origins', () => {
  test('a preflight is answered before the token is asked for', async () => {
    for (const url of [
      '/api/users/',
      '/api/all-orders/01890000-0000-7000-8000-000000000000/',
      '/api/login',
    ]) {
      const { reply, status, cors } = await ask(open, 'OPTIONS', url, { origin: admin, ...preflight })
      expect([status, reply.body, cors]).toEqual([
        204,
        '',
        expect.objectContaining({
          'access-control-allow-origin': admin,
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': expect.stringMatching(
            /Authorization.*Content-Type.*Idempotency-Key/,
          ),
          'access-control-max-age': '600',
        }),
      ])
    }
  })

  test('an answer can be read with its headers, and never with cookies', async () => {
    for (const headers of [token(), {}]) {
      const { reply, cors } = await ask(open, 'GET', '/api/users/', { origin: admin, ...headers })
      expect(cors).toEqual({
        'access-control-allow-origin': admin,
        'access-control-expose-headers': expect.stringMatching(
          /Content-Disposition.*Location.*Retry-After.*X-Event-Id/,
        ),
      })
      expect(reply.headers['vary']).toMatch(/origin/i)
    }
  })

  test('so can the refusal of a head or a path', async () => {
    const refused = [
      await ask(open, 'GET', '/api/nothing/', { origin: admin }),
      await ask(open, 'POST', '/api/users/', { origin: admin, 'content-encoding': 'gzip' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 415])
    for (const { cors } of refused) expect(cors['access-control-allow-origin']).toBe(admin)
  })

  test.each([
    ['another origin', { origin: other }],
    ['a longer name', { origin: `${admin}.other.example` }],
    ['another port', { origin: `${admin}:8443` }],
    ['no page', { origin: 'null' }],
    ['no origin', {}],
  ])('%s is treated as without the setting', async (_, headers) => {
    const { status, cors } = await ask(open, 'GET', '/api/users/', { ...headers, ...token() })
    expect([status, cors]).toEqual([200, {}])
    const asked = await ask(open, 'OPTIONS', '/api/users/', { ...headers, ...preflight })
    expect([asked.status, asked.reply.headers['allow'], asked.cors]).toEqual([405, 'GET, HEAD, POST', {}])
    expect((await ask(open, 'OPTIONS', '/api/nothing/', { ...headers, ...preflight })).status).toBe(404)
  })
})
