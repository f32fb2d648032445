import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { languageCookie, officeLanguages } from '@our-print/contract/customer/languages.ts'
import { currency } from '@our-print/contract/money/currency.ts'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forgetEverything } from './forgetEverything.ts'
import { isRead } from './isRead.ts'
import { unknownPage } from './requestChecks.ts'
import { pagePolicy } from './securityHeaders.ts'

/** What a path needs, and what only one role needs there. */
type Preload = { path: string; files: string[]; styles: string[]; own: Record<string, string[]> }

type Options = {
  timeZone: string
  /** Whether Word and PowerPoint documents can be converted. */
  takesOffice: boolean
  /** Whether browsers keep the app on their device; if not, they forget what they have kept. */
  isKept: boolean
}

/** Serves the built web app: hashed assets, cached without end, and index.html with the files of the page that is asked for. */
export async function registerWebApp(app: FastifyInstance, dist: URL, options: Options): Promise<void> {
  if (!existsSync(new URL('index.html', dist))) {
    app.setNotFoundHandler((request) => {
      throw unknownPage(request)
    })
    return
  }
  const english = await readBuild(dist, options)
  const builds = new Map([['en', english]])
  for (const language of officeLanguages.slice(1)) {
    const folder = new URL(`${language}/`, dist)
    // A test builds English only.
    if (existsSync(folder)) builds.set(language, await readBuild(folder, options))
  }
  const buildFor = (request: FastifyRequest) =>
    builds.get(parseCookie(request.headers.cookie ?? '')[languageCookie] ?? '') ?? english

  app.get('/sw.js', { schema: { hide: true } }, (request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'cookie', 'content-security-policy': workerPolicy })
      .type('text/javascript; charset=utf-8')
      .send(buildFor(request).worker),
  )

  const isCompressed = /\.(br|gz)$/
  const served = {
    index: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    // It would answer HEAD in parts, too.
    acceptRanges: false,
  } as const
  for (const language of builds.keys()) {
    const folder = language === 'en' ? '' : `${language}/`
    // One route for all files with a hash in their name: a route for each of them would take 3 MB of memory.
    await app.register(fastifyStatic, {
      ...served,
      root: fileURLToPath(new URL(`${folder}assets/`, dist)),
      prefix: `/${folder}assets/`,
      allowedPath: (path) => !isCompressed.test(path),
      setHeaders: (response, path) => {
        void response.header('cache-control', 'public, max-age=31536000, immutable')
        if (compilesWasm.test(path)) void response.header('content-security-policy', wasmPolicy)
      },
    })
  }
  await app.register(fastifyStatic, {
    ...served,
    root: fileURLToPath(dist),
    // A route only for each file of the build; every other path is a page or 404.
    wildcard: false,
    globIgnore: noFiles,
    setHeaders: (response) => void response.header('cache-control', 'public, max-age=3600'),
  })

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/'
    const { routes, unknown, policy } = buildFor(request)
    const { page, zipped } = routes.find(({ pattern }) => pattern.test(path)) ?? unknown
    void reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
      .header('vary', 'accept-encoding, cookie')
      .type('text/html; charset=utf-8')
    return acceptsGzip.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'gzip').send(zipped)
      : reply.send(page)
  }

  // A read outside the API is a page; any other path without a route is 404.
  app.setNotFoundHandler((request, reply) => {
    if (!isRead(request) || noPage.test(request.url)) throw unknownPage(request)
    return sendPage(request, reply)
  })
}

const noFiles = [
  'assets/**',
  'index.html*',
  'preload.json*',
  'sw.js',
  '.vite/**',
  '**/*.br',
  '**/*.gz',
  ...officeLanguages.map((language) => `${language}/**`),
]

const noPage = new RegExp(`^/(api|referral_app|coupon_app|((${officeLanguages.join('|')})/)?assets)(/|\\?|$)`)

/** The pages and the service worker of the build in one language. */
async function readBuild(folder: URL, { timeZone, takesOffice, isKept }: Options) {
  const built = await readFile(new URL('index.html', folder), 'utf8')
  // Pages count days as the shop does, wherever the browser is.
  const template = built
    .replace('data-time-zone=""', `data-time-zone="${timeZone}"`)
    .replace('data-currency=""', `data-currency="${currency()}"`)
    .replace('data-office="false"', `data-office="${takesOffice}"`)
  const preloads = JSON.parse(await readFile(new URL('preload.json', folder), 'utf8')) as Preload[]
  const pageOf = (links: string, own = '') => {
    // The first script of the page takes what its role needs: the server does not know who asks.
    const page = template.replace('<head>', `<head>${own}`).replace('<!--preload-->', links)
    return { page, zipped: gzipSync(page) }
  }
  const routes = preloads.map((preload) => ({
    pattern: toPattern(preload.path),
    ...pageOf(linksOf(preload), ownLinksOf(preload)),
  }))
  const unknown = pageOf('')
  const policy = pagePolicy(template)
  const builtWorker = await readFile(new URL('sw.js', folder), 'utf8')
  const version = hash('sha256', unknown.page + policy)
  const worker = isKept ? builtWorker.replace('version-of-the-page', version) : forgetEverything
  return { routes, unknown, policy, worker }
}

const linksOf = ({ files, styles }: Preload) =>
  [...styles.map((file) => `<link rel="stylesheet" href="${file}">`), ...files.map(scriptLink)].join('')

const ownLinksOf = ({ own }: Preload) =>
  Object.entries(own)
    .filter(([, files]) => files.length > 0)
    .map(([role, files]) => `<template data-role="${role}">${files.map(scriptLink).join('')}</template>`)
    .join('')

const scriptLink = (file: string) => `<link rel="modulepreload" href="${file}">`

const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

const toPattern = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}/?$`)

/** The service worker loads files of this origin and runs nothing else. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** The worker that reads QR codes. It has a policy of its own, so no page may compile WebAssembly. */
const compilesWasm = /[/\\]qrWorker-[\w-]+\.js(\.br|\.gz)?$/
const wasmPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
