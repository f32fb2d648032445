import type { Page } from '@playwright/test'
import { launch, median, openContext, processor, sessionOf } from './browser.ts'
import { readOptions } from './options.ts'

/** What a person does in an open app, with a 4 times slower processor: medians, in ms. */
export type Interaction = { kind: 'route' | 'typing'; what: string; ms: number }

type Route = { to: string; heading: string; shown: string }

const list = 'main a[href^="/order/"]'
const routes: Route[] = [
  { to: '/pending_orders', heading: 'Pending orders', shown: list },
  { to: '/total_orders', heading: 'Total orders', shown: list },
  { to: '/dashboard', heading: 'Dashboard', shown: 'main button[aria-label=Refresh]' },
]

/**
 * Route changes whose files and data are there already, and typing, until the browser has painted. `token` is a session
 * of a super admin.
 */
export async function measureInteractions(url: string, token: string, rounds = 5): Promise<Interaction[]> {
  const browser = await launch()
  try {
    const context = await openContext(browser, url, await sessionOf(url, token))
    const page = await context.newPage()
    await page.goto(`${url}/total_orders`)
    await page.locator(list).first().waitFor()
    for (const route of routes) await changeRoute(page, route)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', processor)
    const times = routes.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [at, route] of routes.entries()) times[at]?.push(await changeRoute(page, route))
    }
    await changeRoute(page, { to: '/total_orders', heading: 'Total orders', shown: list })
    const inList = await typeInto(page, 'input[type=search]', 'kowalski')
    await page.goto(`${url}/new_order`)
    const inForm = await typeInto(page, 'main form input[name=title]', 'Thesis, two copies')
    return [
      ...routes.map(({ heading }, at) => ({
        kind: 'route' as const,
        what: heading,
        ms: Math.round(median(times[at] ?? [])),
      })),
      { kind: 'typing', what: 'search of a list', ms: inList },
      { kind: 'typing', what: 'title of a new order', ms: inForm },
    ]
  } finally {
    await browser.close()
  }
}

/** Milliseconds from the click on a menu entry until its screen is in a frame that the browser draws. */
async function changeRoute(page: Page, { to, heading, shown }: Route): Promise<number> {
  const ms = await page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now()
    document.querySelector('nav a[href="${to}"]').click()
    const look = () => {
      const isShown = document.querySelector('h1')?.textContent === '${heading}' && document.querySelector('${shown}')
      if (isShown) setTimeout(() => resolve(performance.now() - start))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
  // Requests of the screen that was left must not fall into the next change.
  await page.waitForLoadState('networkidle')
  return ms
}

/** The median of the letters typed: until the browser has painted each, as its event timing says (in steps of 8 ms). */
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

// `node bench/interactions.ts --url http://127.0.0.1:3000 --token …` measures a server that runs already.
if (import.meta.main) {
  const { url, token, rounds } = readOptions({ url: 'http://127.0.0.1:3000', token: '', rounds: 5 })
  console.table(await measureInteractions(url, token, rounds))
}
