import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unknownPage } from './requestChecks.ts'
import { pagePolicy } from './securityHeaders.ts'

const zip = promisify(gzip)

type Preload = { path: string; files: string[] }

/** Serves the built web app: hashed assets, cached without end, and index.html with a new nonce for every page. */
export async function registerWebApp(app: FastifyInstance, dist: URL): Promise<void> {
  if (!existsSync(new URL('index.html', dist))) {
    app.setNotFoundHandler((request) => {
      throw unknownPage(request)
    })
    return
  }
  const template = await readFile(new URL('index.html', dist), 'utf8')
  const preloads = JSON.parse(await readFile(new URL('preload.json', dist), 'utf8')) as Preload[]
  const routes = preloads.map(({ path, files }) => ({ pattern: toPattern(path), files }))

  const isCompressed = /\.(br|gz)$/
  const served = { index: false, preCompressed: true, cacheControl: false, decorateReply: false } as const
  // One route for all files with a hash in their name: a route for each of them would take 3 MB of memory.
  await app.register(fastifyStatic, {
    ...served,
    root: fileURLToPath(new URL('assets/', dist)),
    prefix: '/assets/',
    allowedPath: (path) => !isCompressed.test(path),
    setHeaders: (response, path) => {
      void response.header('cache-control', 'public, max-age=31536000, immutable')
      if (compilesWasm.test(path)) void response.header('content-security-policy', wasmPolicy)
    },
  })
  await app.register(fastifyStatic, {
    ...served,
    root: fileURLToPath(dist),
    // A route only for each file of the build; every other path is a page or 404.
    wildcard: false,
    globIgnore: ['assets/**', 'index.html*', 'preload.json*', '.vite/**', '**/*.br', '**/*.gz'],
    setHeaders: (response) => void response.header('cache-control', 'public, max-age=3600'),
  })

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const path = request.url.split('?')[0] ?? '/'
    const files = routes.find(({ pattern }) => pattern.test(path))?.files ?? []
    const links = files.map((file) => `<link rel="modulepreload" href="${file}">`).join('')
    const page = template.replaceAll('__NONCE__', nonce).replace('<!--preload-->', links)
    void reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(nonce) })
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    // Nothing that the client sent is in the page, so its length says nothing about the nonce.
    if (!acceptsGzip.test(request.headers['accept-encoding'] ?? '')) return reply.send(page)
    return reply.header('content-encoding', 'gzip').send(await zip(page))
  }

  // A GET outside the API is a page; any other path without a route is 404.
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !/^\/(api|referral_app|coupon_app|assets)(\/|\?|$)/.test(request.url)
    if (!isPage) throw unknownPage(request)
    return sendPage(request, reply)
  })
}

const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

const toPattern = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}/?$`)

/** The worker that reads QR codes. It has a policy of its own, so no page may compile WebAssembly. */
const compilesWasm = /[/\\]qrWorker-[\w-]+\.js(\.br|\.gz)?$/
const wasmPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
