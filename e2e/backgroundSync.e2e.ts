import { assignOrder, hireCourier, type Order, signIn, stop } from './courier.ts'
import { openDoor } from './door.ts'
import { expect, test } from './test.ts'
import { openDevtools } from './workers.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

type WithHistory = Order & { history: { to: string; at: string; happened_at: string }[] }

test('what waits is sent once while no page of the app is open @proof', async ({ browser, desk }) => {
  const courier = await hireCourier(desk, 'Sunita')
  const order = await assignOrder(desk, courier, 'Jackfruit', '560066')
  const door = await openDoor(desk.shop.url)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  // Chromium without a window has it switched off: a test keeps what it was asked for.
  await context.addInitScript(() => {
    const tags: string[] = []
    const { SyncManager } = window as unknown as { SyncManager: { prototype: object } }
    Object.assign(SyncManager.prototype, { register: async (tag: string) => void tags.push(tag) })
    Object.assign(window, { tags })
  })
  const page = await context.newPage()
  await signIn(page, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
  await page.goto(`${door.url}/round`)
  await expect(page.getByText('1 stop left')).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')
  const outside = await context.newPage()
  const devtools = await openDevtools(outside, door.url)

  door.shut()
  await context.setOffline(true)
  await stop(page, { title: 'Jackfruit' }).getByRole('button', { name: 'Delivered' }).click()
  await expect(stop(page, { title: 'Jackfruit' })).toContainText('Waits to be sent since')
  const tags = () => page.evaluate(() => (window as unknown as { tags: string[] }).tags)
  await expect.poll(tags).toEqual(['acts'])
  await page.close()

  const keys: string[] = []
  door.change({
    headers: (headers) => {
      if (typeof headers['idempotency-key'] === 'string') keys.push(headers['idempotency-key'])
      return headers
    },
  })
  door.open()
  await context.setOffline(false)
  const read = () => desk.api<WithHistory>('GET', `/api/all-orders/${order.id}/`)
  // Asked again and again, as by a browser: the worker may see the network later than the test does.
  const status = async () => {
    await devtools.sync('acts')
    return (await read()).status
  }
  await expect.poll(status).toBe('delivered')
  expect(context.pages()).toEqual([outside])

  const again = await context.newPage()
  await again.goto(`${door.url}/to_send`)
  await expect(again.getByText('Everything is sent.')).toBeVisible()
  const { history } = await read()
  expect(history.filter(({ to }) => to === 'delivered')).toHaveLength(1)
  expect(new Set(keys).size).toBe(1)
  const last = history.at(-1)
  expect(Date.parse(last?.happened_at ?? '')).toBeLessThan(Date.parse(last?.at ?? ''))
  await context.close()
  door.stop()
})
