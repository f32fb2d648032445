import type { PushMessage } from '@our-print/contract/shop/pushKinds.ts'
import type { Worker } from '@playwright/test'
import { assignOrder, hireCourier, signIn } from './courier.ts'
import { openDoor } from './door.ts'
import { expect, test } from './test.ts'
import { openDevtools } from './workers.ts'

// Chromium without a window has neither a push service to subscribe at nor a place where notices stand. So the tools for
// developers deliver the message, and the test keeps the notices: the worker, its messages and the screens are the real ones.

test.use({ serviceWorkers: 'allow' })

type Notice = { title: string; options: NotificationOptions }
type Tray = { notices: Map<string, Notice>; badge: number }

/** Keeps the notices of a worker as the system does: one of each tag. */
const openTray = (worker: Worker) =>
  worker.evaluate(() => {
    const tray: Tray = { notices: new Map(), badge: 0 }
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    Object.assign(registration, {
      showNotification: async (title: string, options: NotificationOptions) =>
        void tray.notices.set(options.tag ?? '', { title, options }),
      getNotifications: async () => [...tray.notices.values()],
    })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void Object.assign(tray, { badge: count }),
    })
    // Only a finger may bring a page to the front.
    const { WindowClient } = self as unknown as { WindowClient: { prototype: object } }
    Object.assign(WindowClient.prototype, { focus: async () => undefined })
    Object.assign(self, { tray })
  })

const standing = (worker: Worker) =>
  worker.evaluate(() => {
    const { notices, badge } = (self as unknown as { tray: Tray }).tray
    const shown = [...notices.values()].map(({ title, options }) => [title, options.body ?? ''])
    return { badge, shown }
  })

/** Taps a notice, as the system tells the worker. */
const tap = (worker: Worker, tag: string) =>
  worker.evaluate((tag) => {
    const { notices } = (self as unknown as { tray: Tray }).tray
    const notification = { data: notices.get(tag)?.options.data, close: () => notices.delete(tag) }
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
    self.dispatchEvent(event)
  }, tag)

test('an order that became theirs is told by its number, counted on the icon, and opened by a tap @proof', async ({
  browser,
  desk,
}) => {
  const courier = await hireCourier(desk, 'Noor')
  const order = await assignOrder(desk, courier, 'Secret wedding cards', '560066')
  const door = await openDoor(desk.shop.url)
  const context = await browser.newContext()
  const page = await context.newPage()
  const started = context.waitForEvent('serviceworker')
  await signIn(page, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
  const worker = await started
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')
  // From now on by the worker.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await openTray(worker)
  const { push } = await openDevtools(page, door.url)
  const deliver = (message: PushMessage) => push(message)

  const { id: record, number } = order
  const given: PushMessage = { id: 'm1', kind: 'order_given', record, number, many: 1 }
  const shown = [`Order ${number} is yours now`, '']
  await deliver(given)
  await expect.poll(() => standing(worker)).toEqual({ badge: 1, shown: [shown] })
  // Told twice, as after a lost answer, it is one notice.
  await deliver(given)
  await deliver({ ...given, id: 'm2', kind: 'order_taken' })
  const taken = [`Order ${number} is no longer yours`, '']
  await expect.poll(() => standing(worker)).toEqual({ badge: 2, shown: [shown, taken] })

  await tap(worker, 'm1')
  await expect(page).toHaveURL(`${door.url}/order/${record}`)
  await expect(page.getByRole('heading', { name: 'Secret wedding cards' })).toBeVisible()
  await expect.poll(() => standing(worker)).toEqual({ badge: 1, shown: [taken] })
  await context.close()
  door.stop()
})
