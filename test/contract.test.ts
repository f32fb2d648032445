import { scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { pagePolicy } from '../server/src/base/http/securityHeaders.ts'
import { useApi } from '../server/test/api.ts'
import { allEndpoints, callMethod, exampleUrl } from './endpoints.ts'

const api = useApi()
const endpoints = await allEndpoints()
const named = endpoints.map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.url}` }))

test('all contract files are read', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(24)
})

test.each(named)('$name is served', ({ method, url }) => {
  // The router stores paths without a trailing slash and accepts both.
  expect(api.app.hasRoute({ method, url: url.replace(/\/$/, '') })).toBe(true)
})

describe('access', () => {
  test.each(named)('$name without a token is refused unless public', async (endpoint) => {
    const reply = await api.as(undefined).send(callMethod(endpoint), exampleUrl(endpoint))
    expect(reply.statusCode === 401).toBe(endpoint.config.access !== 'public')
    if (reply.statusCode === 401 && reply.body !== '') expect(reply.json().code).toBe('unauthenticated')
  })

  test.each(named.filter(({ config }) => config.access === 'admin'))(
    '$name is refused to staff users',
    async (endpoint) => {
      const reply = await api.as('staff').send(callMethod(endpoint), exampleUrl(endpoint))
      expect(reply.statusCode).toBe(403)
      expect(reply.json().code).toBe('forbidden')
    },
  )

  test.each(named.filter(({ config, url }) => config.access === 'signed-in' && url !== '/api/logout'))(
    '$name is not refused to staff users by their role',
    async (endpoint) => {
      const reply = await api.as('staff').send(callMethod(endpoint), exampleUrl(endpoint))
      expect([401, 500]).not.toContain(reply.statusCode)
      if (endpoint.url !== '/api/configurations') expect(reply.statusCode).not.toBe(403)
    },
  )

  test('a trailing slash makes no difference', async () => {
    for (const endpoint of endpoints.filter(({ method, config }) => method === 'GET' && !config.streams)) {
      const [path, query] = exampleUrl(endpoint).split('?')
      const other = path?.endsWith('/') ? path.slice(0, -1) : `${path}/`
      const replies = await Promise.all(
        [path, other].map((address) => api.as('admin').get(query ? `${address}?${query}` : (address ?? ''))),
      )
      expect([endpoint.url, replies[1]?.statusCode]).toEqual([endpoint.url, replies[0]?.statusCode])
    }
  })
})

describe('routes outside the contract', () => {
  const allowed = [
    /^\/$/,
    /^\/healthz$/,
    /^\/readyz$/,
    /^\/metrics$/,
    /^\/api\/openapi\.json$/,
    /^\/api\/docs(\/|\*|$)/,
    // Pages of people who are not signed in: server/src/customer.
    /^\/o(\/|$)/,
    /^\/order(\/confirm)?$/,
    /^\/unsubscribe\/:code$/,
    // Where providers report what customers answer.
    /^\/inbound\/:code$/,
  ]
  const served: string[] = []
  const reads: string[] = []

  beforeAll(async () => {
    const app = await api.startApp()
    // printRoutes draws a tree, four columns per level: "│   └── /:id (GET, HEAD, PATCH)".
    const above: string[] = []
    for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
      const found = /^([│├└─ ]+)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
      if (!found?.[1] || found[2] === undefined) continue
      above.length = found[1].length / 4 - 1
      above.push(found[2])
      if (found[3]) served.push(above.join(''))
      if (found[3]?.split(', ').includes('GET')) reads.push(above.join(''))
    }
    await app.close()
  })

  test('are only the listed ones', () => {
    expect(served.length).toBeGreaterThan(20)
    const known = new Set(endpoints.map(({ url }) => url.replace(/\/$/, '')))
    const others = served.filter(
      (url) => !known.has(url.replace(/\/$/, '')) && !allowed.some((one) => one.test(url)),
    )
    expect(others).toEqual([])
  })

  test('HEAD is answered as GET is, without the body', async () => {
    const known = endpoints.filter(({ method, config }) => method === 'GET' && !config.streams)
    const others = reads.filter(
      (url) => !endpoints.some((one) => one.url.replace(/\/$/, '') === url.replace(/\/$/, '')),
    )
    const pages = ['/login', '/dashboard', '/print/x', '/find?query=%', '/api/nothing', '/api/nothing?x=%']
    const urls = [...known.map(exampleUrl), ...others.filter((url) => !url.includes('*')), ...pages]
    expect(urls.length).toBeGreaterThan(known.length + pages.length)
    // What a client would send with every request.
    const headers = { 'idempotency-key': 'not a key' }
    for (const url of urls) {
      const [get, head] = [
        await api.as('admin').send('GET', url, undefined, headers),
        await api.as('admin').send('HEAD', url, undefined, headers),
      ]
      const type = get.headers['content-type']
      expect([url, head.statusCode, head.headers['content-type'], head.body]).toEqual([
        url,
        get.statusCode,
        type,
        '',
      ])
    }
  })
})

describe('the API description', () => {
  type Operation = {
    summary?: string
    security?: object[]
    tags?: string[]
    responses: Record<string, unknown>
  }
  type Document = {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown> }
    servers: object[]
  }
  let document: Document
  beforeAll(async () => {
    document = (await api.as(undefined).get('/api/openapi.json')).json()
  })

  test('is OpenAPI 3.1 and names PUBLIC_URL', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.servers).toEqual([{ url: 'http://print.test' }])
  })

  test.each(named)('describes $name', ({ method, url, config, schema }) => {
    const operation = document.paths[url.replace(/:([a-z_]+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.summary).toBe(config.summary)
    const byKey = scopesOf({ method, url }).map((scope) => ({ apiKey: [scope] }))
    const open = config.access === 'public'
    expect(operation?.security).toEqual(
      open ? (byKey.length > 0 ? [{}, ...byKey] : []) : [{ token: [] }, ...byKey],
    )
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(Object.keys(schema.response)),
    )
  })

  test('describes no other endpoint', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    // Where there is a PATCH there is a PUT, too.
    const patches = endpoints.filter(({ method }) => method === 'PATCH')
    expect(described).toHaveLength(endpoints.length + patches.length)
  })

  test('has no broken references', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    const missing = [...references]
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in document.components.schemas))
    expect(missing).toEqual([])
  })

  test('has a page with the Content-Security-Policy of the other pages', async () => {
    for (const path of ['/api/docs/', '/api/docs/static/swagger-ui.css']) {
      const reply = await api.as(undefined).get(path)
      expect([path, reply.statusCode]).toEqual([path, 200])
      expect(reply.headers['content-security-policy']).toBe(pagePolicy())
    }
  })
})

describe('a method that a path does not have', () => {
  test.each([...new Set(endpoints.map(({ url }) => url))])(
    'is answered at %s with those it has',
    async (url) => {
      const has = endpoints.filter((endpoint) => endpoint.url === url).map(({ method }) => method)
      const path = url.replace(/:[a-z_]+/g, '01890000-0000-7000-8000-000000000000')
      const reply = await api.app.inject({ method: 'OPTIONS', url: path })
      expect([reply.statusCode, reply.json().code]).toEqual([405, 'not_allowed'])
      expect(String(reply.headers['allow']).split(', ')).toEqual(expect.arrayContaining(has))
    },
  )

  test('also a GET, with or without a slash and a query', async () => {
    for (const path of ['/api/logout', '/api/logout/?x=1']) {
      const reply = await api.app.inject({ method: 'GET', url: path })
      expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'POST'])
    }
    expect((await api.app.inject({ method: 'DELETE', url: '/api/none/' })).statusCode).toBe(404)
  })
})

describe('query parameters', { tags: ['proof'] }, () => {
  const readable = named.filter(
    ({ method, url }) => method === 'GET' && !url.startsWith('/api/order-files/:'),
  )

  test.each(readable)('$name refuses unknown and bracketed query parameters', async (endpoint) => {
    const url = exampleUrl(endpoint)
    const sign = url.includes('?') ? '&' : '?'
    for (const extra of [
      'colour=red',
      'limit[]=1',
      'limit%5B%5D=1',
      '__proto__=1',
      'constructor=1',
      '=1',
      'Limit=1',
    ]) {
      const reply = await api.as('admin').get(url + sign + extra)
      expect([extra, reply.statusCode]).toEqual([extra, 400])
      const known = reply.json<{ errors: { context: { key: string } }[] }>().errors
      const name = decodeURIComponent(extra.slice(0, extra.indexOf('=')))
      expect(known.map(({ context }) => context.key)).toContain(name)
    }
  })

  const lists = readable.filter(
    ({ schema }) => schema.querystring?.safeParse({ limit: '1', offset: '1' }).success,
  )
  test.each(lists)('$name refuses repeated parameters and invalid limits', async (endpoint) => {
    const url = exampleUrl(endpoint)
    for (const bad of [
      'limit=1&limit=2',
      'offset=0&offset=1',
      'query=a&query=b',
      'limit=0',
      'limit=101',
      'limit=1e1',
    ]) {
      const reply = await api.as('admin').get(`${url}?${bad}`)
      expect([bad, reply.statusCode]).toEqual([bad, 400])
    }
    const reply = await api.as('admin').get(`${url}?limit=10`)
    // Under a record that is not there; an empty list would say that there is nothing yet.
    if (endpoint.url.includes('/:id/')) return expect(reply.statusCode).toBe(404)
    // Coupons are a plain list where no page is asked for.
    const page = reply.json()
    expect(Object.keys(page).toSorted()).toEqual(['count', 'next', 'previous', 'results'])
  })
})
