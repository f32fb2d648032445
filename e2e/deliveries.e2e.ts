import type { Browser, Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { keptMs } from '../web/src/orders/orderMoves/finishedOrders.ts'
import { holdTimers } from './holdTimers.ts'
import { proofAt } from './proofAt.ts'
import { type Desk, expect, staffUser, test } from './test.ts'
import { frames, waitUntilSettled } from './walk.ts'

// A staff user at the doors: one order after the other, with one thumb.

type Order = { id: string; status: string }
type Found = { results: { id: string }[] }

/** Creates orders that are out for delivery with `staffUser`. */
async function sendOut({ api }: Desk, titles: readonly string[]): Promise<string[]> {
  const customers = await api<Found>('GET', '/api/users/?limit=1')
  const staff = await api<Found>('GET', `/api/staff_users/?query=${staffUser.email}`)
  const ids: string[] = []
  for (const title of titles) {
    const form = new FormData()
    form.append('order', JSON.stringify({ user: customers.results[0]?.id, title, pickup: true }))
    form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'one.pdf')
    const { id } = await api<Order>('POST', '/api/all-orders/', form)
    await api('PATCH', `/api/all-orders/${id}/`, { assigned_user: staff.results[0]?.id })
    await api('PATCH', `/api/all-orders/${id}/`, { status: 'out-for-delivery' })
    ids.push(id)
  }
  return ids
}

const statusOf = async ({ api }: Desk, id: string) =>
  (await api<Order>('GET', `/api/all-orders/${id}/`)).status
const statuses = (desk: Desk, ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(desk, id)))

async function openAsStaff(browser: Browser, desk: Desk, width: number, path: string) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch: true })
  // What is done stays until the test lets it go.
  const letGo = await holdTimers(context, keptMs)
  const page = await context.newPage()
  await desk.enter(page, 'staff')
  await page.goto(desk.shop.url + path)
  return { page, letGo: () => letGo(page) }
}

const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

const places = [
  { width: 390, path: '/out_for_delivery_orders' },
  { width: 390, path: '/dashboard' },
  { width: 1280, path: '/dashboard' },
]

/** Taps a place as soon as an element has gone, sooner than a test can: what it hit there. */
const tapWhenGone = (element: Element, { x, y, width, height }: Box) =>
  new Promise<string | undefined>((resolve) => {
    const list = element.parentElement
    if (!list) throw new Error('no list')
    new MutationObserver((_, observer) => {
      if (element.isConnected) return
      observer.disconnect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      hit?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      resolve(hit?.closest('button')?.textContent)
    }).observe(list, { childList: true })
  })
type Box = { x: number; y: number; width: number; height: number }

for (const { width, path } of places) {
  test(`two taps at one spot deliver one order, which stays until it is certain: ${path} at ${width}${proofAt(path === '/dashboard')}`, async ({
    browser,
    desk,
  }) => {
    const names = ['First', 'Second', 'Third'].map((name) => `${name} door ${path} ${width}`)
    const ids = await sendOut(desk, names)
    const { page, letGo } = await openAsStaff(browser, desk, width, path)
    const first = path === '/dashboard' ? (names[0] ?? '') : (names[2] ?? '')
    const button = card(page, first).getByRole('button', { name: 'Delivered' })
    await waitUntilSettled(page)
    const before = await card(page, first).boundingBox()
    await button.scrollIntoViewIfNeeded()
    const spot = await button.boundingBox()
    if (!spot) throw new Error('no button')
    const tap = () => page.touchscreen.tap(spot.x + spot.width / 2, spot.y + spot.height / 2)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await tap()
    await sent
    await tap()
    await expect(card(page, first).getByRole('status').first()).toBeVisible()
    await tap()
    await expect
      .poll(async () => (await statuses(desk, ids)).filter((one) => one === 'delivered'))
      .toHaveLength(1)
    expect((await card(page, first).boundingBox())?.height).toBe(before?.height)

    await test.step('Undo takes it back', async () => {
      // For a moment it takes no tap: that may be the second one of a double tap.
      const undo = card(page, first).getByRole('button', { name: 'Undo' })
      await expect(async () => {
        if (await undo.isVisible()) await undo.tap({ timeout: 15_000 })
        expect(await undo.isVisible()).toBe(false)
      }).toPass()
      await expect.poll(() => statuses(desk, ids)).not.toContain('delivered')
      await expect(button).toBeVisible()
    })

    await test.step('when it has gone, a tap on what slid under the thumb does nothing', async () => {
      const under = card(page, first).evaluate(tapWhenGone, spot)
      await button.tap()
      await expect(card(page, first).getByRole('status')).toBeVisible()
      const sentNow: string[] = []
      page.on('request', (request) => sentNow.push(request.method()))
      await letGo()
      expect(await under).toBe('Delivered')
      await expect(card(page, first)).toHaveCount(0)
      await frames(page)
      expect(sentNow).not.toContain('PATCH')
      expect((await statuses(desk, ids)).filter((one) => one === 'delivered')).toHaveLength(1)
    })
    await desk.api('POST', '/api/all-orders/bulk/', { ids, status: 'cancelled', note: 'The story is over' })
    await page.context().close()
  })
}

test('a delivery is stored although the page goes away at once', async ({ browser, desk }) => {
  const [id = ''] = await sendOut(desk, ['Away at once'])
  const { page } = await openAsStaff(browser, desk, 390, '/out_for_delivery_orders')
  const button = card(page, 'Away at once').getByRole('button', { name: 'Delivered' })
  await button.waitFor()
  await button.evaluate((element) => {
    ;(element as HTMLButtonElement).click()
    window.location.href = 'about:blank'
  })
  await expect.poll(() => statusOf(desk, id)).toBe('delivered')
  await page.context().close()
})

// Each half has a test: dashboard.test.ts counts, StaffDashboardPage.test.tsx and OrdersPage.test.tsx say what a tile opens.
test('the tiles of deliveries open the list of exactly these orders @proof', async ({ browser, desk }) => {
  const [id = ''] = await sendOut(desk, ['Delivered now'])
  await desk.api('PATCH', `/api/all-orders/${id}/`, { status: 'delivered' })
  const { page } = await openAsStaff(browser, desk, 390, '/dashboard')
  for (const label of ['Delivered today', 'Delivered in 7 days']) {
    const tile = page.getByRole('link', { name: new RegExp(`^${label}`) })
    // It is a skeleton until it is known.
    await expect(tile).toHaveText(/\d$/)
    const count = (await tile.innerText()).replace(label, '').trim()
    await tile.click()
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(page.getByRole('combobox', { name: 'Delivered' })).toContainText(label)
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${count}$`))).toBeVisible()
    await page.goBack()
  }
  await page.context().close()
})
