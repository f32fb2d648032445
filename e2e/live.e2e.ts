import type { Page, Request } from '@playwright/test'
import { assignOrder, hireCourier, type Order, signIn } from './courier.ts'
import { expect, test } from './test.ts'
import { frames } from './walk.ts'

/** The page is open, has been read, and hears of all changes since. */
async function openLive(page: Page, url: string, read: string) {
  const opened = page.waitForResponse((response) => response.url().endsWith('/api/events'))
  const shown = page.waitForResponse((response) => response.url().includes(read))
  await page.goto(url)
  expect((await opened).status()).toBe(200)
  await shown
}

test('a screen asks for each of its data once, also when the stream of events begins @proof', async ({
  page,
  desk,
}) => {
  await desk.enter(page, 'admin')
  await page.clock.install()
  await page.addInitScript(() => {
    // The tab that reads the stream tells the others of it.
    const channel = new BroadcastChannel(`our-print-events:${localStorage.getItem('id')}`)
    channel.addEventListener('message', ({ data }) => {
      if (data.open) document.documentElement.dataset['stream'] = 'open'
    })
  })
  for (const [screen, read] of [
    ['total_orders', '/api/all-orders/?'],
    ['referrals', '/referral_app/referrals-stats/'],
    ['dashboard', '/api/dashboard'],
    ['users', '/api/users/'],
    ['qr_codes', '/api/qr-codes/'],
  ] as const) {
    const asked: string[] = []
    const note = (request: Request) => {
      const { pathname, search } = new URL(request.url())
      if (/^\/(api|\w+_app)\//.test(pathname)) asked.push(`${request.method()} ${pathname}${search}`)
    }
    page.on('request', note)
    await openLive(page, `${desk.shop.url}/${screen}`, read)
    await page.locator('[data-stream=open]').waitFor({ state: 'attached' })
    // What the stream sets off comes some seconds after it began.
    await page.clock.runFor(8_000)
    await frames(page)
    page.off('request', note)
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  }
})

test('two people at one order see each other and each other’s changes, and lose nothing @proof', async ({
  page,
  browser,
  desk,
}) => {
  const courier = await hireCourier(desk, 'Meera')
  const order = await assignOrder(desk, courier, 'Living', '560001')
  const url = `${desk.shop.url}/order/${order.id}`
  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await other.newPage()
  await signIn(phone, desk, courier)
  await desk.enter(page, 'admin')

  // A list: the row changes where it is, and a new order waits.
  await openLive(page, `${desk.shop.url}/total_orders`, '/api/all-orders/?')
  const row = page.getByRole('row').filter({ hasText: 'Living' })
  const before = await row.boundingBox()
  await assignOrder(desk, courier, 'Newer', '560001')
  const button = page.getByRole('button', { name: '1 new order' })
  await expect(button).toBeVisible()
  // The first one may have come before the list said that its orders were seen.
  await assignOrder(desk, courier, 'Newest', '560001')
  const both = page.getByRole('button', { name: '2 new orders' })
  await expect(both).toBeVisible()
  await expect(page).toHaveTitle(/^\([12]\) Total orders/)
  await openLive(phone, url, `/api/all-orders/${order.id}/`)
  await phone.getByRole('button', { name: 'Delivered' }).click()
  const undo = phone
    .getByRole('status')
    .filter({ hasText: 'delivered' })
    .getByRole('button', { name: 'Undo' })
  // A message stays while it has the focus.
  await undo.focus()
  await expect(row).toContainText('Completed')
  expect(await row.boundingBox()).toEqual(before)
  await both.click()
  await expect(page.getByRole('row').nth(1)).toContainText('Newest')
  await expect(page).toHaveTitle(/^Total orders/)

  // An order: who looks at it, and what they change while a form is open.
  await row.getByRole('link').first().click()
  await expect(page.getByText('Meera Das is looking at this order')).toBeVisible()
  await expect(phone.getByText(/is looking at this order/)).toBeVisible()
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Notes').fill('Typed meanwhile')
  await undo.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Meera Das changed the status just now/)).toBeVisible()
  await expect(dialog.getByText('Status: Completed → Out for delivery')).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed meanwhile')
  await dialog.getByRole('button', { name: 'Take it over' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const saved = await desk.api<Order & { notes: string }>('GET', `/api/all-orders/${order.id}/`)
  expect([saved.status, saved.notes]).toEqual(['out-for-delivery', 'Typed meanwhile'])
  await phone.goto('about:blank')
  await expect(page.getByText('Meera Das is looking at this order')).toBeHidden()
  await other.close()
})
