import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { median } from './compare.ts'
import type { Row } from './page.ts'
import { root } from './servers.ts'
import type { Bench } from './shop.ts'

const list = 'main a[href^="/order/"]'
const dashboard = 'main button[aria-label=Refresh]'

/** Screens, an element that is there only when a person can read or use the screen, and seconds at most. */
const screens = [
  { screen: 'sign-in', path: '/login', shown: 'input[name=password]', seconds: 2 },
  { screen: 'list of orders', path: '/total_orders', shown: list, seconds: 2.4 },
  { screen: 'dashboard', path: '/dashboard', shown: dashboard, seconds: 3.4 },
  { screen: 'new order', path: '/new_order', shown: 'main form input[name=title]', seconds: 4.2 },
]
const routes = [
  { to: '/pending_orders', heading: 'Pending orders', shown: list },
  { to: '/total_orders', heading: 'Total orders', shown: list },
  { to: '/dashboard', heading: 'Dashboard', shown: dashboard },
]
/** Most requests of a first view, and milliseconds of a route change and of a typed letter. */
const most = { requests: 10, route: 100, typing: 50 }

/** The profile "Fast 3G" of Chromium's developer tools: ms, bytes a second. */
const fast3G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const processor = { rate: 4 }
const rounds = 3

/** What a person waits for in Chromium with a 4 times slower processor: first views on Fast 3G, route changes and typing. */
export async function measureViews(bench: Bench): Promise<Row[]> {
  const { ours, headers } = await bench.open(bench.orders)
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const session = await sessionOf(ours.url, headers)
    const rows: Row[] = []
    let moved = { shift: 0, screen: '' }
    for (const { screen, path, shown, seconds } of screens) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round++)
        visits.push(await visit(browser, ours.url, path, shown, path === '/login' ? {} : session))
      const of = (part: keyof Visit) => median(visits.map((one) => one[part]))
      const shift = Math.max(...visits.map((one) => one.shift))
      if (shift > moved.shift) moved = { shift, screen }
      rows.push({
        work: `first view: ${screen}`,
        measured: `${of('seconds').toFixed(1)} s, ${of('requests')} requests, ${Math.round(of('kilobytes'))} KB`,
        target: `≤ ${seconds} s, ≤ ${most.requests} requests`,
        isKept: of('seconds') <= seconds && of('requests') <= most.requests,
      })
    }
    rows.push({
      work: 'layout shift of these',
      measured: `${moved.shift.toFixed(3)} ${moved.screen}`.trim(),
      target: '0',
      isKept: moved.shift < 0.0005,
    })
    return [...rows, ...(await measureInteractions(browser, ours.url, session))]
  } finally {
    await browser.close()
  }
}

/** The browser of the tests, unpacked once. */
function findBrowser(): string {
  const code = "import('./scripts/browser.mjs').then((one) => console.log(one.findBrowser()))"
  const said = execFileSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' })
  return said.trim().split('\n').at(-1) ?? ''
}

type Session = Record<string, string>

/** What the browser stores at sign-in. */
async function sessionOf(url: string, headers: Record<string, string>): Promise<Session> {
  const response = await fetch(`${url}/api/profile/`, { headers })
  const { id, is_superuser } = (await response.json()) as { id: string; is_superuser: boolean }
  return { token: headers['authorization'] ?? '', id, is_superuser: String(is_superuser) }
}

/** A new browser profile with this storage and an empty cache, which records what moves without being asked to. */
async function openContext(browser: Browser, url: string, session: Session): Promise<BrowserContext> {
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

type Visit = { requests: number; kilobytes: number; seconds: number; shift: number }

async function visit(
  browser: Browser,
  url: string,
  path: string,
  shown: string,
  session: Session,
): Promise<Visit> {
  const context = await openContext(browser, url, session)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let requests = 0
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', fast3G)
  await devtools.send('Emulation.setCPUThrottlingRate', processor)
  await page.goto(url + path, { waitUntil: 'commit' })
  const ms = await page.evaluate<number>(untilShown(`document.querySelector('${shown}')`, '0'))
  const seen = { requests, kilobytes: bytes / 1000, seconds: ms / 1000 }
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

/** Route changes whose files and data are there already, and typing, until the browser has painted. */
async function measureInteractions(browser: Browser, url: string, session: Session): Promise<Row[]> {
  const context = await openContext(browser, url, session)
  const page = await context.newPage()
  await page.goto(`${url}/total_orders`)
  await page.locator(list).first().waitFor()
  for (const route of routes) await changeRoute(page, route)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', processor)
  const times = routes.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, route] of routes.entries()) times[at]?.push(await changeRoute(page, route))
  await page.goto(`${url}/total_orders`)
  const inList = await typeInto(page, 'input[type=search]', 'kowalski')
  await page.goto(`${url}/new_order`)
  const inForm = await typeInto(page, 'main form input[name=title]', 'Thesis, two copies')
  const row = (work: string, ms: number, limit: number): Row => ({
    work,
    measured: `${Math.round(ms)} ms`,
    target: `≤ ${limit} ms`,
    isKept: ms <= limit,
  })
  return [
    ...routes.map(({ heading }, at) => row(`route change: ${heading}`, median(times[at] ?? []), most.route)),
    row('typing: search of a list', inList, most.typing),
    row('typing: title of a new order', inForm, most.typing),
  ]
}

/** Milliseconds from the click on a menu entry until its screen is drawn. */
async function changeRoute(page: Page, { to, heading, shown }: (typeof routes)[number]): Promise<number> {
  const isShown = `document.querySelector('h1')?.textContent === '${heading}' && document.querySelector('${shown}')`
  const click = `(document.querySelector('nav a[href="${to}"]').click(), at)`
  const ms = await page.evaluate<number>(`{ const at = performance.now(); ${untilShown(isShown, click)} }`)
  // Requests of the screen that was left must not fall into the next change.
  await page.waitForLoadState('networkidle')
  return ms
}

/** The median of the letters typed, as their event timing says (in steps of 8 ms). */
async function typeInto(page: Page, selector: string, text: string): Promise<number> {
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
