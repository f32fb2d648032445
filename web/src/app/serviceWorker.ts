import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { type ActsWorker, listenForSync } from '../orders/roundActs/actsWorker.ts'
import { listenForPush, type PushWorker } from '../shop/push/pushWorker.ts'

// Built into sw.js, which the server sends with the version of its page. Keeps the app on the device, never an answer of the API.

/** What this file uses of a service worker: the types of windows, which all other files have, do not know it. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  clients: { matchAll(options: { type: 'window' }): Promise<readonly unknown[]> }
  registration: ServiceWorkerRegistration
  location: Location
  skipWaiting(): Promise<void>
}
const worker = self as unknown as Worker & PushWorker & ActsWorker

/** The files and addresses of the screens; the build writes them here. */
declare const appFiles: readonly string[]
declare const screenPaths: readonly string[]

/** Any address that is no file leads to the page of the app. The server puts the version of its page here. */
const page = { url: '/index.html', revision: 'version-of-the-page' }

const controller = new PrecacheController()
controller.addToCacheList([page, ...appFiles.map((url) => ({ url, revision: null }))])

const patterns = screenPaths.map((path) => new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}/?$`))
/** A printed QR code leads to `/`, too: the server counts it and sends the person on. */
const isScreen = ({ pathname, searchParams }: URL) =>
  !searchParams.has('qr_code') && patterns.some((pattern) => pattern.test(pathname))

listenForPush(worker)
listenForSync(worker)

worker.addEventListener('install', (event) => void controller.install(event))
worker.addEventListener('activate', (event) => void controller.activate(event))
worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'take over') void worker.skipWaiting()
  if (data === 'ask the server') asksServer = true
  ports[0]?.postMessage('heard')
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    if (isScreen(url)) event.respondWith(openPage(event))
  } else if (controller.getCacheKeyForURL(request.url)) event.respondWith(keptFile(event, request.url))
})

/** So often a page that is opened waits for a new version to take over, each time for at most some seconds. */
const mostWaits = 2
const waitMs = 3000
let waits = 0
/** Whether the next page comes from the server: the one that is kept is in the language of before. */
let asksServer = false

/**
 * The page as it is kept. A new version that waits takes over when the app is opened, if no other tab is at work with this one;
 * if it does not, this version goes on.
 */
async function openPage(event: FetchEvent): Promise<Response> {
  const { waiting } = worker.registration
  if (waiting && waits < mostWaits && (await worker.clients.matchAll({ type: 'window' })).length < 2) {
    waiting.postMessage('take over', [])
    waits += 1
    return takingOver()
  }
  const kept = () => keptFile(event, page.url)
  if (!asksServer) return kept()
  asksServer = false
  return fetch(event.request).catch(kept)
}

/**
 * An empty page, which loads itself again once the new version has taken over: that can only do so while this worker has nothing
 * to do, and a page that is asked for at that moment may wait for minutes (Chromium 153).
 */
async function takingOver(): Promise<Response> {
  const script = `const again=()=>location.reload();setTimeout(again,${waitMs})
navigator.serviceWorker.addEventListener('controllerchange',again)
navigator.serviceWorker.ready.then(({waiting})=>waiting||again())`
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)))
  const policy = `default-src 'none'; script-src 'sha256-${btoa(String.fromCharCode(...hash))}'`
  return new Response(`<!doctype html><meta charset="utf-8"><script>${script}</script>`, {
    headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
  })
}

/** A kept file, or what the server has where the browser has lost it. */
const keptFile = (event: FetchEvent, url: string) =>
  controller.createHandlerBoundToURL(url)({ event, request: event.request, url: new URL(event.request.url) })
