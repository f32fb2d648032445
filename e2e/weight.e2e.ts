import type { Browser, Page, ViewportSize } from '@playwright/test'
import { assignOrder, type Courier, hireCourier, signIn } from './courier.ts'
import { type Desk, expect, test } from './test.ts'
import { waitUntilSettled } from './walk.ts'

const list = 'main a[href^="/order/"]'
/** What is there when a screen shows, and how many requests it takes until then at most, with the page itself and its data. */
const screens = [
  { path: '/total_orders', shown: list, data: '/api/all-orders/', most: 6 },
  { path: '/completed_orders?page=2', shown: list, data: '/api/all-orders/', most: 8 },
  { path: '/dashboard', shown: 'main button[aria-label=Refresh]', data: '/api/dashboard', most: 7 },
  { path: '/new_order', shown: 'main form input[name=title]', data: '/api/configurations', most: 8 },
]

/** The addresses that a page requests, in their order. */
function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(new URL(request.url()).pathname)
  })
  return requests
}

/** Keeps these requests waiting until it is told to let them go. */
async function hold(page: Page, requests: Parameters<Page['route']>[0]): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** What was changed just before is told while a page opens, and read again for it: not in these stories. */
const holdEvents = (page: Page) => hold(page, (url) => url.pathname === '/api/events')

/** The address that a page requests once the screen shows: a slow test sees that too late to tell what came before it. */
const mark = '/shown'

const markWhenShown = (page: Page, shown: string) =>
  page.addInitScript(
    ([shown, mark]) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(shown)) return
        observer.disconnect()
        void fetch(mark)
      })
      observer.observe(document, { childList: true, subtree: true })
    },
    [shown, mark] as const,
  )

async function untilShown(requests: readonly string[]): Promise<string[]> {
  await expect.poll(() => requests).toContain(mark)
  return requests.slice(0, requests.indexOf(mark))
}

for (const { path, shown, data, most } of screens) {
  test(`${path} shows after at most ${most} requests, and none waits for another`, async ({ page, desk }) => {
    await desk.enter(page, 'admin')
    await holdEvents(page)
    await markWhenShown(page, shown)
    // Whatever the app requests, it requests while its first file is still on the way.
    const release = await hold(page, '**/assets/index-*.js')
    const requests = recordRequests(page)
    await page.goto(desk.shop.url + path, { waitUntil: 'commit' })
    await expect.poll(() => requests).toEqual(expect.arrayContaining([data, '/api/profile/']))
    const early = [...requests]
    release()
    // The saved views follow the list, maybe in the moment in which it is drawn.
    const needed = (await untilShown(requests)).filter((one) => !/\/saved-views\//.test(one))
    expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(most)
    expect(new Set(needed).size, 'no address is requested twice').toBe(needed.length)
    const late = needed.filter((one) => !early.includes(one) && !/\/shared-/.test(one))
    expect(late, 'requests that waited for the app').toEqual([])
  })
}

test('sign-in shows after at most 3 requests', async ({ page, desk }) => {
  await markWhenShown(page, 'input[name=password]')
  const requests = recordRequests(page)
  await page.goto(`${desk.shop.url}/login`)
  const needed = await untilShown(requests)
  expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(3)
})

/** A page of a courier's phone or desk that has kept nothing yet. */
async function openAs(browser: Browser, desk: Desk, courier: Courier, viewport?: ViewportSize) {
  const first = await browser.newPage()
  await signIn(first, desk, courier)
  const storageState = await first.context().storageState()
  await first.close()
  return browser.newPage({ ...(viewport && { viewport }), storageState })
}

test('a staff user’s list is requested early, too', async ({ browser, desk }) => {
  const courier = await hireCourier(desk, 'Early')
  await assignOrder(desk, courier, 'Tamarind', '560066')
  const page = await openAs(browser, desk, courier)
  await holdEvents(page)
  await markWhenShown(page, list)
  // Whatever the app requests, it requests while its first file is still on the way.
  const release = await hold(page, '**/assets/index-*.js')
  const requests = recordRequests(page)
  await page.goto(`${desk.shop.url}/out_for_delivery_orders`, { waitUntil: 'commit' })
  await expect.poll(() => requests).toEqual(expect.arrayContaining(['/api/my_orders/', '/api/profile/']))
  release()
  const needed = await untilShown(requests)
  expect(needed.filter((one) => one === '/api/my_orders/')).toHaveLength(1)
  expect(needed.filter((one) => one === '/api/profile/')).toHaveLength(1)
  await page.close()
})

/** What has moved on screen without being asked to, by the browser's layout shifts: how far, what, from where and to where. */
async function recordShift(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(`window.shifted = []
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput) continue
        const moved = sources.map(({ node, previousRect, currentRect }) =>
          [node?.nodeName, node?.textContent?.slice(0, 40), place(previousRect), '->', place(currentRect)].join(' '))
        window.shifted.push([value, ...moved].join('; '))
      }
    }).observe({ type: 'layout-shift', buffered: true })`)
  return () => page.evaluate<string[]>('window.shifted')
}

for (const { path, shown, data } of screens) {
  test(`${path} does not move once it shows, whatever is answered later`, async ({ page, desk }) => {
    await desk.enter(page, 'admin')
    const shift = await recordShift(page)
    const isData = ({ pathname }: URL) => pathname.startsWith(data)
    const releaseRest = await hold(page, (url) => url.pathname.startsWith('/api/') && !isData(url))
    const releaseData = await hold(page, isData)
    await page.goto(desk.shop.url + path)
    await page.locator('main h1').waitFor()
    releaseData()
    await page.locator(shown).first().waitFor()
    releaseRest()
    await waitUntilSettled(page)
    expect(await shift()).toEqual([])
  })
}

test('the round of a phone does not move once it shows, whatever is answered later', async ({
  browser,
  desk,
}) => {
  const courier = await hireCourier(desk, 'Still')
  for (const title of ['Cedar', 'Palm']) await assignOrder(desk, courier, title, '560066')
  const page = await openAs(browser, desk, courier, { width: 390, height: 800 })
  const shift = await recordShift(page)
  const isRound = ({ pathname }: URL) => /^\/api\/(my_orders|profile)\//.test(pathname)
  const release = await hold(page, (url) => url.pathname.startsWith('/api/') && !isRound(url))
  await page.goto(`${desk.shop.url}/round`)
  await page.locator(list).first().waitFor()
  release()
  await waitUntilSettled(page)
  expect(await shift()).toEqual([])
  await page.close()
})

test('what the page of a customer is answered later moves no button', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  const customer = { first_name: 'Still', last_name: 'Standing', mobile: '+919000066401' }
  const { id } = await desk.api<{ id: string }>('POST', '/api/users/', customer)
  const isCustomer = /^\/api\/(users|profile)\//
  const release = await hold(
    page,
    ({ pathname }) => pathname.startsWith('/api/') && !isCustomer.test(pathname),
  )
  await page.goto(`${desk.shop.url}/user/${id}`)
  const buttons = ['Grant or deduct', 'Add notes'].map((name) => page.getByRole('button', { name }))
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()))
  const first = await places()
  release()
  await waitUntilSettled(page)
  expect(await places()).toEqual(first)
})

for (const status of ['confirmed', 'delivered']) {
  test(`the page of an order that is ${status} keeps the place of its preview`, async ({ page, desk }) => {
    await desk.enter(page, 'admin')
    const { results } = await desk.api<{ results: { id: string }[] }>(
      'GET',
      `/api/all-orders/?limit=1&status=${status}`,
    )
    const shift = await recordShift(page)
    const isOrder = /^\/api\/(all-orders|profile)\//
    const release = await hold(
      page,
      ({ pathname }) => pathname.startsWith('/api/') && !isOrder.test(pathname),
    )
    await page.goto(`${desk.shop.url}/order/${results[0]?.id}`)
    await page.locator('main h1').waitFor()
    release()
    await page.locator('main canvas').first().waitFor()
    await waitUntilSettled(page)
    expect(await shift()).toEqual([])
  })
}
