import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { median } from './compare.ts'
import { root } from './servers.ts'

/** The profile "Fast 3G" of Chromium's developer tools: ms, bytes a second. */
const fast3G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 }
export const processor = { rate: 4 }

export const launchBrowser = () =>
  chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })

/** The browser of the tests, unpacked once. */
function findBrowser(): string {
  const code = "import('./scripts/browser.mjs').then((one) => console.log(one.findBrowser()))"
  const said = execFileSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' })
  return said.trim().split('\n').at(-1) ?? ''
}

export type Session = Record<string, string>

/** What the browser stores at sign-in. */
export async function sessionOf(url: string, headers: Record<string, string>): Promise<Session> {
  const response = await fetch(`${url}/api/profile/`, { headers })
  const { id, is_superuser } = (await response.json()) as { id: string; is_superuser: boolean }
  return { token: headers['authorization'] ?? '', id, is_superuser: String(is_superuser) }
}

/** A new browser profile with this storage and an empty cache, which records what moves without being asked to. */
export async function openContext(browser: Browser, url: string, session: Session): Promise<BrowserContext> {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
  await context.addInitScript(`window.shifted = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  return context
}

/** An element that is there only when a person can read or use the screen. */
export type Screen = { path: string; shown: string }
/** `kib` is JavaScript and CSS alone, `kilobytes` everything. */
export type Visit = { requests: number; kilobytes: number; kib: number; seconds: number; shift: number }

/** Seconds of a second view on Fast 3G or without network, with the app and what was seen last on the device. */
export async function revisit(
  browser: Browser,
  { url, session }: { url: string; session: Session },
  { path, shown }: Screen,
  { isOffline, signedOutAt }: { isOffline: boolean; signedOutAt?: Screen | undefined },
): Promise<number> {
  const context = await openContext(browser, url, session)
  const first = await context.newPage()
  const at = signedOutAt ?? { path, shown }
  await first.goto(url + at.path)
  await first.locator(at.shown).first().waitFor()
  await first.evaluate('navigator.serviceWorker.ready')
  if (signedOutAt) await first.evaluate('localStorage.clear()')
  // Answers are kept some time after they came.
  await first.waitForTimeout(2000)
  await first.close()
  await context.setOffline(isOffline)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (!isOffline) await devtools.send('Network.emulateNetworkConditions', fast3G)
  await devtools.send('Emulation.setCPUThrottlingRate', processor)
  await page.goto(url + path, { waitUntil: 'commit' })
  const ms = await page.evaluate<number>(untilShown(`document.querySelector('${shown}')`, '0'))
  await context.close()
  return ms / 1000
}

/** A first view on Fast 3G, until it is shown. */
export async function visit(
  browser: Browser,
  { url, session }: { url: string; session: Session },
  { path, shown }: Screen,
): Promise<Visit> {
  const context = await openContext(browser, url, session)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const sent: number[] = []
  let bytes = 0
  let code = 0
  const sizes = new Map<string, number>()
  devtools.on('Network.requestWillBeSent', ({ request, wallTime }) => {
    if (!request.url.startsWith('data:')) sent.push(wallTime * 1000)
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (/\.(js|css)$/.test(response.url)) sizes.set(requestId, Number(response.headers['content-length']))
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    code += sizes.get(requestId) ?? 0
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', fast3G)
  await devtools.send('Emulation.setCPUThrottlingRate', processor)
  await page.goto(url + path, { waitUntil: 'commit' })
  const ms = await page.evaluate<number>(untilShown(`document.querySelector('${shown}')`, '0'))
  // What is asked for once the screen is there may be on its way before the browser has said so.
  const shownAt = (await page.evaluate<number>('performance.timeOrigin')) + ms
  const requests = sent.filter((at) => at <= shownAt).length
  const seen = { requests, kilobytes: bytes / 1000, kib: code / 1024, seconds: ms / 1000 }
  // What is loaded late may move the screen.
  await page.waitForTimeout(1000)
  const shift = await page.evaluate<number>('window.shifted')
  await context.close()
  return { ...seen, shift }
}

/** A script: milliseconds since a time until something is in a frame that the browser draws. */
const untilShown = (isShown: string, since: string) => `new Promise((resolve) => {
  const start = ${since}
  const look = () => {
    if (${isShown}) setTimeout(() => resolve(performance.now() - start))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

/** A menu entry, and the title of its screen. */
export type Route = { link: string; heading: string; title: string; shown: string }

/** Milliseconds from the click on a menu entry until its screen is drawn. */
export async function changeRoute(page: Page, { link, heading, title, shown }: Route): Promise<number> {
  const isShown = `document.querySelector('${heading}')?.textContent === '${title}' && document.querySelector('${shown}')`
  const click = `(document.querySelector('${link}').click(), at)`
  const ms = await page.evaluate<number>(`{ const at = performance.now(); ${untilShown(isShown, click)} }`)
  // Requests of the screen that was left must not fall into the next change.
  await page.waitForLoadState('networkidle')
  return ms
}

/** The median of the letters typed, as their event timing says (in steps of 8 ms). */
export async function typeInto(page: Page, selector: string, text: string): Promise<number> {
  await page.locator(selector).click()
  await page.evaluate(`window.keys = []
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keys.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })`)
  await page.keyboard.type(text, { delay: 120 })
  await page.waitForTimeout(500)
  const slow = await page.evaluate<number[]>('window.keys')
  // Those below the threshold are not reported.
  return median([...slow, ...Array.from({ length: text.length - slow.length }, () => 16)])
}
