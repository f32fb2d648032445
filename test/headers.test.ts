import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, useApi } from '../server/test/api.ts'
import { buildQrCode } from '../server/test/build.ts'
import { allEndpoints, callMethod, exampleUrl } from './endpoints.ts'

// Every response of every endpoint, page and asset must carry the security headers and noindex.

const api = useApi()
const endpoints = await allEndpoints()
let app: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-headers-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'preload.json'), '[]')
  await writeFile(join(folder, 'sw.js'), '')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets/main-1.js'), 'plain')
  await writeFile(join(folder, 'assets/main-1.js.br'), 'small')
  app = await api.startApp({ webDist: pathToFileURL(`${folder}/`) })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const guarded = { 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex', 'x-frame-options': 'DENY' }

test.each(endpoints.map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.url}` })))(
  '$name',
  { tags: ['proof'] },
  async (endpoint) => {
    // Logout would end the session of the other tests.
    const roles: (Role | undefined)[] =
      endpoint.url === '/api/logout' ? [undefined] : [undefined, 'staff', 'admin']
    for (const role of roles) {
      const authorization = role && `Token ${api.token(role)}`
      const reply = await app.inject({
        method: callMethod(endpoint),
        url: exampleUrl(endpoint),
        headers: { ...(authorization && { authorization }) },
      })
      expect([role, reply.statusCode, reply.headers]).toEqual([
        role,
        reply.statusCode,
        expect.objectContaining(guarded),
      ])
      expect(reply.headers['www-authenticate']).toBe(reply.statusCode === 401 ? 'Token' : undefined)
      // The place in the stream of events at which it was read.
      const isRead = endpoint.method === 'GET' && endpoint.config.access !== 'public'
      if (reply.statusCode < 300) expect('x-event-id' in reply.headers).toBe(isRead)
    }
  },
)

test('pages, assets, 404 and 304 responses, health, metrics and the API description', async () => {
  const asset = await app.inject('/assets/main-1.js')
  const docs = readdirSync(new URL('../node_modules/@fastify/swagger-ui/static/', import.meta.url))
  const targets: [string, Record<string, string>?][] = [
    ['/'],
    ['/print/01890000-0000-7000-8000-000000000000'],
    ['/no/such/page'],
    ['/favicon.svg'],
    ['/sw.js'],
    ['/assets/main-1.js'],
    ['/assets/main-1.js', { 'accept-encoding': 'br' }],
    ['/assets/main-1.js', { 'if-none-match': String(asset.headers['etag']) }],
    ['/assets/main-1.js', { range: 'bytes=0-1' }],
    ['/assets/none.js'],
    ['/api/none'],
    ['/%'],
    ['/healthz'],
    ['/readyz'],
    ['/metrics'],
    ['/api/openapi.json'],
    ['/api/docs'],
    ['/api/docs/'],
    ...docs.filter((name) => !name.startsWith('.')).map((name): [string] => [`/api/docs/static/${name}`]),
    ['/?qr_code=99'],
  ]
  const statuses = new Set<number>()
  for (const [url, headers = {}] of targets) {
    const reply = await app.inject({ url, headers })
    statuses.add(reply.statusCode)
    expect([url, reply.statusCode, reply.headers]).toEqual([
      url,
      reply.statusCode,
      expect.objectContaining({ ...guarded, 'x-frame-options': expect.any(String) }),
    ])
  }
  for (const status of [200, 304, 400, 404]) expect([...statuses]).toContain(status)
})

test('only the redirect of a QR code has no noindex', async () => {
  const { code } = await buildQrCode(api.db)
  const { headers, statusCode } = await app.inject(`/?qr_code=${code}`)
  expect([statusCode, headers['x-robots-tag'], headers['x-content-type-options']]).toEqual([
    302,
    undefined,
    'nosniff',
  ])
})
