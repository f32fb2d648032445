import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { setCurrency, usualCurrency } from '@our-print/contract/money/currency.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildQrCode } from '../../../test/build.ts'

const api = useApi()
let app: FastifyInstance
let folder: string
const script = 'if (1 < 2) window.early = `</b>`'
const style = '@media (width < 60px) { p { color: red } }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

// A folder with a space in its name, as on some machines.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our print web '))
  await mkdir(join(folder, 'assets'))
  const page = `<!doctype html><html lang="en" data-time-zone="" data-office="false"><head><script>${script}</script><style>${style}</style><!--preload--><script src="/assets/main-1.js"></script>`
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(
    join(folder, 'preload.json'),
    JSON.stringify([
      { path: '/order/:id', files: ['/assets/order-1.js'], styles: ['/assets/order-1.css'], own: {} },
      { path: '/', files: [], styles: [], own: { admin: ['/assets/a.js'], staff: ['/assets/s.js'] } },
    ]),
  )
  await writeFile(join(folder, 'sw.js'), 'keep("version-of-the-page")')
  await writeFile(join(folder, 'robots.txt'), 'nobody')
  await writeFile(join(folder, 'assets/main-1.js'), 'plain')
  await writeFile(join(folder, 'assets/main-1.js.br'), 'small')
  await writeFile(join(folder, 'assets/qrWorker-a_B-1.js'), 'plain')
  await writeFile(join(folder, 'assets/qrWorker-a_B-1.js.br'), 'small')
  await mkdir(join(folder, 'hi/assets'), { recursive: true })
  await writeFile(
    join(folder, 'hi/index.html'),
    page.replace('lang="en"', 'lang="hi"').replace('/assets/', '/hi/assets/'),
  )
  await writeFile(join(folder, 'hi/preload.json'), JSON.stringify([]))
  await writeFile(join(folder, 'hi/sw.js'), 'keepHindi("version-of-the-page")')
  await writeFile(join(folder, 'hi/assets/main-2.js'), 'hindi')
  app = await api.startApp({ webDist: pathToFileURL(`${folder}/`), timeZone: 'Pacific/Apia' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => app.inject({ url, headers })

test('every page is the app, never cached, and may run no script but its own', async () => {
  for (const url of ['/', '/total_orders', '/order/5', '/no/such/page?x=1']) {
    const reply = await get(url)
    expect([url, reply.statusCode, reply.headers['cache-control']]).toEqual([url, 200, 'no-store'])
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' 'sha256-${hashOf(script)}';`)
    expect(policy).toContain(`style-src 'self' 'sha256-${hashOf(style)}';`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  }
})

test('HEAD of a page, its worker and its files is GET without the body', async () => {
  const urls = [
    '/',
    '/login',
    '/order/5?q=%',
    '/no/such',
    '/sw.js',
    '/robots.txt',
    '/assets/main-1.js',
    '/assets/none.js',
    '/api',
    '/api/none?q=%',
  ]
  for (const url of urls)
    for (const headers of [{}, { 'accept-encoding': 'gzip, br' }] as Record<string, string>[]) {
      const [full, head] = [await get(url, headers), await app.inject({ method: 'HEAD', url, headers })]
      const { date: _, ...sent } = full.headers
      expect([url, head.statusCode, head.body]).toEqual([url, full.statusCode, ''])
      expect(head.headers).toMatchObject(sent)
    }
})

test('no range of a file is sent, by HEAD neither', async () => {
  for (const method of ['GET', 'HEAD'] as const)
    for (const url of ['/assets/main-1.js', '/robots.txt']) {
      const reply = await app.inject({ method, url, headers: { range: 'bytes=0-1' } })
      const { 'content-range': part, 'accept-ranges': accepted } = reply.headers
      expect([url, reply.statusCode, part, accepted]).toEqual([url, 200, undefined, undefined])
    }
})

test('every page knows the time zone of the shop', async () => {
  for (const url of ['/', '/order/5', '/no/such/page'])
    expect((await get(url)).body).toContain(
      '<html lang="en" data-time-zone="Pacific/Apia" data-office="false">',
    )
})

test('every page knows the currency of the shop', async () => {
  const built = (await readFile(join(folder, 'index.html'), 'utf8')).replace(
    ' data-office',
    ' data-currency="" data-office',
  )
  const inEurope = await mkdtemp(join(tmpdir(), 'our print web '))
  onTestFinished(() => rm(inEurope, { recursive: true }))
  for (const file of ['preload.json', 'sw.js']) await copyFile(join(folder, file), join(inEurope, file))
  await writeFile(join(inEurope, 'index.html'), built)
  setCurrency('EUR')
  onTestFinished(() => setCurrency(usualCurrency))
  const other = await api.startApp({ webDist: pathToFileURL(`${inEurope}/`) })
  onTestFinished(() => other.close())
  expect((await other.inject('/')).body).toContain(' data-currency="EUR" data-office')
})

test('the page says where documents are converted', async () => {
  const able = await api.startApp({ webDist: pathToFileURL(`${folder}/`), libreOffice: process.execPath })
  expect((await able.inject({ url: '/new_order' })).body).toContain('data-office="true"')
  await able.close()
})

test('a page has preload links for its files', async () => {
  expect((await get('/order/5')).body).toContain(
    '<link rel="stylesheet" href="/assets/order-1.css"><link rel="modulepreload" href="/assets/order-1.js">',
  )
  expect((await get('/order/5/')).body).toContain('modulepreload')
  expect((await get('/order/5/6')).body).not.toContain('modulepreload')
})

test('what one role needs stands before the first script, which takes it', async () => {
  const { body } = await get('/')
  expect(body).toContain(
    '<head><template data-role="admin"><link rel="modulepreload" href="/assets/a.js"></template>' +
      '<template data-role="staff"><link rel="modulepreload" href="/assets/s.js"></template><script>',
  )
  expect((await get('/order/5')).body).not.toContain('<template')
})

test('a page is compressed for clients that ask for it', async () => {
  const plain = await get('/order/5')
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const asked of ['gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.5']) {
    const small = await get('/order/5', { 'accept-encoding': asked })
    expect([small.headers['content-encoding'], small.headers.vary]).toEqual([
      'gzip',
      'accept-encoding, cookie',
    ])
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
  }
  for (const asked of ['br', 'gzip;q=0', 'gzip; q=0.0, br']) {
    expect((await get('/order/5', { 'accept-encoding': asked })).headers['content-encoding']).toBeUndefined()
  }
})

test('a device that has chosen another language gets its page, its worker and its files', async () => {
  const cookie = 'a=b; language=hi'
  const page = await get('/order/5', { cookie })
  expect(page.body).toContain('<html lang="hi" data-time-zone="Pacific/Apia" data-office="false">')
  expect(page.body).toContain('/hi/assets/main-1.js')
  const worker = await get('/sw.js', { cookie })
  expect([worker.body, worker.headers['vary']]).toEqual([expect.stringMatching(/^keepHindi/), 'cookie'])
  const file = await get('/hi/assets/main-2.js')
  expect([file.statusCode, file.body, file.headers['cache-control']]).toEqual([
    200,
    'hindi',
    expect.stringContaining('immutable'),
  ])
  expect((await get('/hi/assets/main-1.js')).statusCode).toBe(404)
})

test('a language that the office does not have is English', async () => {
  for (const cookie of ['language=ar', 'language=..%2f', 'language=', 'language=en', 'language'])
    expect((await get('/', { cookie })).body).toContain('<html lang="en"')
})

test('only the worker that reads QR codes may compile WebAssembly', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br' }] as { 'accept-encoding'?: string }[]) {
    const policyOf = async (file: string) => {
      const reply = await get(`/assets/${file}`, headers)
      expect([reply.statusCode, reply.body]).toEqual([200, headers['accept-encoding'] ? 'small' : 'plain'])
      return String(reply.headers['content-security-policy'])
    }
    expect(await policyOf('qrWorker-a_B-1.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    expect(await policyOf('main-1.js')).not.toContain('unsafe')
  }
})

test('files with a hash in their name are cached without end, and sent in the best accepted compression', async () => {
  const plain = await get('/assets/main-1.js')
  expect([plain.statusCode, plain.body]).toEqual([200, 'plain'])
  expect(plain.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
  const small = await get('/assets/main-1.js', { 'accept-encoding': 'br' })
  expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'small'])
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-1.js' })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5', ''])
})

test('all files with a hash in their name share one route', async () => {
  expect(app.hasRoute({ method: 'GET', url: '/assets/main-1.js' })).toBe(false)
  expect(app.hasRoute({ method: 'GET', url: '/assets/*' })).toBe(true)
})

test('other files of the build have routes of their own and are cached for an hour', async () => {
  const reply = await get('/robots.txt')
  expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([
    200,
    'nobody',
    'public, max-age=3600',
  ])
})

test('missing files, unknown API paths, other methods and paths outside the build are 404', async () => {
  for (const url of [
    '/assets/none.js',
    '/assets/main-1.js.br',
    '/assets/',
    '/api/none',
    '/api',
    '/assets/..%2fpreload.json',
  ]) {
    const reply = await get(url)
    expect([url, reply.statusCode, reply.body.includes('order-1')]).toEqual([url, 404, false])
  }
  // Only for the server; requested by its name, it is a page like any other.
  expect((await get('/preload.json')).body).toContain('<!doctype html>')
  expect((await app.inject({ method: 'POST', url: '/total_orders' })).statusCode).toBe(404)
})

test('the first page is the app, and with a QR number it is a scan', async () => {
  const { code } = await buildQrCode(api.db)
  expect((await get('/?utm_source=x')).body).toContain('/assets/main-1.js')
  expect((await get('/?qr_code[]=5')).body).toContain('/assets/main-1.js')
  expect((await get(`/?qr_code=${code}`)).statusCode).toBe(302)
  for (const query of ['qr_code=', 'qr_code=99', `qr_code=${code}&qr_code=${code}`]) {
    const reply = await get(`/?${query}`)
    expect([query, reply.statusCode]).toEqual([query, 404])
    expect(reply.body).toContain('<h1>We do not know this code</h1>')
  }
})

test('the service worker is asked for anew each time, changes with the page, and may only load', async () => {
  const versionIn = (body: string) => /^keep\("([0-9a-f]{64})"\)$/.exec(body)?.[1]
  const reply = await get('/sw.js')
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  })
  const other = await api.startApp({ webDist: pathToFileURL(`${folder}/`), timeZone: 'Asia/Kolkata' })
  const versions = [reply.body, (await other.inject('/sw.js')).body].map(versionIn)
  await other.close()
  expect(versions).toEqual([expect.any(String), expect.any(String)])
  expect(versions[0]).not.toBe(versions[1])
})

test('switched off, the service worker forgets everything', async () => {
  const off = await api.startApp({ webDist: pathToFileURL(`${folder}/`), serviceWorker: false })
  const { body } = await off.inject('/sw.js')
  await off.close()
  expect(body).toContain('registration.unregister()')
  expect(body).toContain('caches.delete(name)')
  expect(body).not.toContain('fetch')
})
