import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { launch, median, openContext, processor, type Session, sessionOf } from './browser.ts'
import { readOptions } from './options.ts'

/** Medians of one screen: cold cache, and the same screen once more with the files of the first visit cached. */
export type FirstView = {
  screen: string
  requests: number
  kilobytes: number
  ms: number
  secondVisitMs: number
  /** Cumulative layout shift until a second after the screen shows, the most of all visits. */
  shift: number
}

type Screen = { screen: string; path: string; shown: string; signedIn: boolean }

/** Screens, and an element that is there only when the person can read or use the screen. */
const screens: Screen[] = [
  { screen: 'sign-in', path: '/login', shown: 'input[name=password]', signedIn: false },
  { screen: 'orders list', path: '/total_orders', shown: 'main a[href^="/order/"]', signedIn: true },
  { screen: 'dashboard', path: '/dashboard', shown: 'main button[aria-label=Refresh]', signedIn: true },
  { screen: 'new order', path: '/new_order', shown: 'main form input[name=title]', signedIn: true },
]

/** The profile "Fast 3G" of Chromium's developer tools: ms, bytes a second. */
const fast3G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 }
/** What is loaded after the first view has come by then. */
const lateMs = 1000

/**
 * The first view of screens of a running server in Chromium with a 4 times slower processor and Fast 3G. `token` is a
 * session of a super admin.
 */
export async function measureFirstView(url: string, token: string, rounds = 5): Promise<FirstView[]> {
  const session = await sessionOf(url, token)
  const browser = await launch()
  try {
    const views: FirstView[] = []
    for (const screen of screens) {
      const visits: Visits[] = []
      for (let round = 0; round < rounds; round++)
        visits.push(await visitTwice(browser, url, screen, session))
      views.push({
        screen: screen.screen,
        requests: median(visits.map(({ first }) => first.requests)),
        kilobytes: Math.round(median(visits.map(({ first }) => first.kilobytes))),
        ms: Math.round(median(visits.map(({ first }) => first.ms))),
        secondVisitMs: Math.round(median(visits.map(({ second }) => second.ms))),
        shift: Math.max(...visits.flatMap(({ first, second }) => [first.shift, second.shift])),
      })
    }
    return views
  } finally {
    await browser.close()
  }
}

type Visit = { requests: number; kilobytes: number; ms: number; shift: number }
type Visits = { first: Visit; second: Visit }

async function visitTwice(browser: Browser, url: string, screen: Screen, session: Session): Promise<Visits> {
  const context = await openContext(browser, url, screen.signedIn ? session : {})
  try {
    return { first: await visit(context, url, screen), second: await visit(context, url, screen) }
  } finally {
    await context.close()
  }
}

async function visit(context: BrowserContext, url: string, { path, shown }: Screen): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const count = await countTraffic(devtools)
  await devtools.send('Network.emulateNetworkConditions', fast3G)
  await devtools.send('Emulation.setCPUThrottlingRate', processor)
  await page.goto(url + path, { waitUntil: 'commit' })
  const ms = await shownAfter(page, shown)
  const traffic = count()
  await page.waitForTimeout(lateMs)
  const shift = await page.evaluate<number>('window.shifted')
  await page.close()
  return { ...traffic, ms, shift }
}

/** Counts from now until the returned function is called. */
async function countTraffic(devtools: CDPSession) {
  let requests = 0
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return () => ({ requests, kilobytes: bytes / 1000 })
}

/** Milliseconds from the start of the navigation until the element is in a frame that the browser draws. */
const shownAfter = (page: Page, selector: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)})) setTimeout(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)

// `node bench/firstView.ts --url http://127.0.0.1:3000 --token …` measures a server that runs already.
if (import.meta.main) {
  const { url, token, rounds } = readOptions({ url: 'http://127.0.0.1:3000', token: '', rounds: 5 })
  console.table(await measureFirstView(url, token, rounds))
}
