import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Requests until a screen shows, with the page itself and its data. */
const mostRequests = 10

const screens = [
  { path: '/total_orders', shown: 'main a[href^="/order/"]', data: '/api/all-orders/' },
  { path: '/completed_orders?page=2', shown: 'main a[href^="/order/"]', data: '/api/all-orders/' },
  { path: '/dashboard', shown: 'main button[aria-label=Refresh]', data: '/api/dashboard' },
  { path: '/new_order', shown: 'main form input[name=title]', data: '/api/configurations' },
]

/** The addresses that a page requests, in their order. */
function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(new URL(request.url()).pathname)
  })
  return requests
}

for (const { path, shown, data } of screens) {
  test(`${path} shows after at most ${mostRequests} requests, and none waits for another`, async ({
    page,
    desk,
  }) => {
    await desk.enter(page, 'admin')
    // Whatever the app requests, it requests while its first file is still on the way.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/index-*.js', async (route) => {
      await held
      await route.continue()
    })
    const requests = recordRequests(page)
    await page.goto(desk.shop.url + path, { waitUntil: 'commit' })
    await expect.poll(() => requests).toEqual(expect.arrayContaining([data, '/api/profile/']))
    const early = [...requests]
    release()
    await page.locator(shown).first().waitFor()
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(mostRequests)
    expect(new Set(requests).size, 'no address is requested twice').toBe(requests.length)
    // The chart follows the figures, and the saved views the list.
    const late = requests.filter(
      (one) => !early.includes(one) && !/\/(charts|shared)-|\/saved-views\//.test(one),
    )
    expect(late, 'requests that waited for the app').toEqual([])
  })
}

test('sign-in shows after at most 5 requests', async ({ page, desk }) => {
  const requests = recordRequests(page)
  await page.goto(`${desk.shop.url}/login`)
  await page.locator('input[name=password]').waitFor()
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(5)
})

test('a staff user’s list is requested early, too', async ({ page, desk }) => {
  await desk.enter(page, 'staff')
  const requests = recordRequests(page)
  await page.goto(`${desk.shop.url}/assigned_orders`)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
  expect(requests.filter((one) => one === '/api/my_orders/')).toHaveLength(1)
  expect(requests.filter((one) => one === '/api/profile/')).toHaveLength(1)
})
