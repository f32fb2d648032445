import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './axe.ts'
import { assignOrder, type Courier, hireCourier, type Order, signIn, stop } from './courier.ts'
import { openDoor } from './door.ts'
import { expectTapTargets } from './targets.ts'
import { type Desk, expect, test } from './test.ts'
import { expectScreenWorks } from './walk.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

/** Until the app and the round are on the phone. */
async function untilReady(page: Page) {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')
}

const orderOf = (desk: Desk, { id }: Order) => desk.api<Order>('GET', `/api/all-orders/${id}/`)

/** How much the phone keeps of a kind. */
const rowsOf = (page: Page, kind: 'acts' | 'keys') =>
  page.evaluate(
    (store) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('our-print-device')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(store).objectStore(store).count()
          counting.addEventListener('success', () => resolve(counting.result))
          opening.result.close()
        })
      }),
    kind,
  )

async function deliverWithPhoto(page: Page, order: Order, title: string, photo: Buffer) {
  await stop(page, { title }).getByRole('button', { name: 'With proof' }).click()
  const dialog = page.getByRole('dialog', { name: `Deliver order ${order.number}` })
  await dialog.getByLabel('Received by').fill(`Neighbour of ${title}`)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(dialog.getByRole('img', { name: 'The photo that will be saved' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await expect(dialog).toBeHidden()
}

test('a round without network: kept over a closed browser, never shown as done, sent once when there is one @proof', async ({
  browser,
  desk,
}) => {
  const courier: Courier = await hireCourier(desk, 'Kiran')
  const titles = ['Neem', 'Peepal', 'Teak', 'Ashoka', 'Banana']
  const orders: Order[] = []
  for (const title of titles) orders.push(await assignOrder(desk, courier, title, '560066'))
  const [neem, peepal, teak, ashoka, banana] = orders as [Order, Order, Order, Order, Order]
  const door = await openDoor(desk.shop.url)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  // The clock of this phone is three hours ahead.
  await context.clock.install({ time: Date.now() + 3 * 60 * 60_000 })
  const page = await context.newPage()
  await signIn(page, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
  await page.goto(`${door.url}/round`)
  await expect(page.getByText('5 stops left')).toBeVisible()
  await untilReady(page)
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()

  await test.step('the network goes, and the app is opened again', async () => {
    door.shut()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('5 stops left')).toBeVisible()
  })

  await test.step('what is done waits, and says so', async () => {
    await deliverWithPhoto(page, neem, 'Neem', photo)
    await expect(stop(page, { title: 'Neem' })).toContainText('Waits to be sent since')
    await expect(stop(page, { title: 'Neem' })).toContainText('Out for delivery')
    await expect(stop(page, { title: 'Neem' })).not.toContainText('Completed')
    await stop(page, { title: 'Peepal' }).getByRole('button', { name: 'Failed attempt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Nobody home' }).click()
    await expect(stop(page, { title: 'Peepal' })).toContainText('“Nobody home”')
    // A mistaken tap that was never sent is taken back as if it had not been.
    await stop(page, { title: 'Teak' }).getByRole('button', { name: 'Delivered' }).click()
    await stop(page, { title: 'Teak' }).getByRole('button', { name: 'Undo' }).click()
    await expect(stop(page, { title: 'Teak' })).not.toContainText('Waits')
    await stop(page, { title: 'Ashoka' }).getByRole('button', { name: 'Delivered' }).click()
    await expect(page.getByText('2 stops left, 3 to send')).toBeVisible()
    await expect(page.getByRole('link', { name: /^4 to send since/ })).toHaveText('4 to send')
    const isCut = await page.getByText('Our Print', { exact: true }).evaluate((name) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      const [words, room] = [text.getBoundingClientRect(), name.getBoundingClientRect()]
      return words.top < room.bottom - 1 && words.right > room.right + 1
    })
    expect(isCut, 'the title of the app bar is cut').toBe(false)
    await expectScreenWorks(page, 'a round with acts that wait', [])
  })

  await test.step('the office cancels one meanwhile, and the page is closed', async () => {
    await desk.api('PATCH', `/api/all-orders/${ashoka.id}/`, {
      status: 'cancelled',
      note: 'The customer called',
    })
    await page.close()
  })

  const again = await context.newPage()
  await test.step('when there is network again, all is sent, once, each picture to its order', async () => {
    await again.goto(`${door.url}/round`)
    await expect(again.getByText('2 stops left, 3 to send')).toBeVisible()
    door.open()
    await context.setOffline(false)
    await expect(again.getByRole('link', { name: '1 act refused' })).toBeVisible()
    const delivered = await orderOf(desk, neem)
    expect([delivered.status, delivered.delivery_proof]).toMatchObject([
      'delivered',
      { received_by: 'Neighbour of Neem', pictures: [{ kind: 'photo' }] },
    ])
    const { status, attempts, history } = await desk.api<{
      status: string
      attempts: number
      history: { to: string; at: string; happened_at: string; said_at: string | null }[]
    }>('GET', `/api/all-orders/${peepal.id}/`)
    expect([status, attempts]).toEqual(['assigned', 1])
    expect(history.map(({ to }) => to)).toEqual(['confirmed', 'assigned', 'out-for-delivery', 'assigned'])
    // By the clock of the server, and before it was sent: the time that the phone shows could not have been.
    const last = history.at(-1)
    expect(last?.said_at).toBeNull()
    expect(Date.parse(last?.happened_at ?? '')).toBeLessThan(Date.parse(last?.at ?? ''))
    expect((await orderOf(desk, teak)).status).toBe('out-for-delivery')
    expect((await orderOf(desk, banana)).status).toBe('out-for-delivery')
  })

  await test.step('what was refused stands there with what is true now, until somebody decides', async () => {
    await again.getByRole('link', { name: '1 act refused' }).click()
    const task = again.getByRole('listitem').filter({ hasText: 'Ashoka' })
    await expect(task).toContainText('The order now: Cancelled')
    await expectAccessible(again, 'what is to be sent')
    await expectTapTargets(again, 'what is to be sent')
    await task.getByRole('button', { name: 'Try again' }).click()
    await expect(task.getByRole('alert')).toBeVisible()
    await task.getByRole('button', { name: 'Send to the office' }).click()
    await expect(again.getByText('Everything is sent.')).toBeVisible()
    expect((await orderOf(desk, ashoka)).status).toBe('cancelled')
  })

  await test.step('the office finds it from the dashboard, on its order, and settles it once', async () => {
    const office = await browser.newPage()
    await desk.enter(office, 'admin')
    await office.goto(`${desk.shop.url}/dashboard`)
    const line = office.getByRole('alert').filter({ hasText: '1 act of delivery staff was refused' })
    await line.getByRole('link', { name: 'Open' }).click()
    await office.getByRole('link', { name: String(ashoka.number) }).click()
    const refused = office.getByRole('alert').filter({ hasText: 'Refused: ' })
    await expect(refused).toContainText('Kiran')
    await refused.getByRole('button', { name: 'Settle' }).click()
    const dialog = office.getByRole('dialog', { name: `Settle the refused act of order ${ashoka.number}` })
    await dialog.getByLabel('What was done about it').fill('Brought back, and called the customer')
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await expect(refused).toHaveCount(0)
    await expect(office.getByRole('list', { name: 'Refused acts, settled' })).toContainText('Brought back')
    await office.close()
  })

  await test.step('signing out with something to send asks, and it is there after the next sign-in', async () => {
    await again.goto(`${door.url}/round`)
    await expect(again.getByText('3 stops left')).toBeVisible()
    door.shut()
    await context.setOffline(true)
    await stop(again, { title: 'Banana' }).getByRole('button', { name: 'Delivered' }).click()
    await expect(stop(again, { title: 'Banana' })).toContainText('Waits to be sent')
    await again.getByRole('button', { name: 'Account' }).click()
    await again.getByRole('menuitem', { name: 'Logout' }).click()
    await again
      .getByRole('dialog', { name: 'Sign out with 1 act to send?' })
      .getByRole('button', { name: 'Logout' })
      .click()
    await expect(again.getByRole('button', { name: 'Login' })).toBeVisible()
    door.open()
    await context.setOffline(false)
    const other = await hireCourier(desk, 'Lata')
    await signIn(again, { ...desk, shop: { ...desk.shop, url: door.url } }, other)
    await expect(again.getByRole('link', { name: /to send/ })).toBeHidden()
    expect((await orderOf(desk, banana)).status).toBe('out-for-delivery')
    await again.getByRole('button', { name: 'Account' }).click()
    await again.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(again.getByRole('button', { name: 'Login' })).toBeVisible()
    await signIn(again, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
    await expect.poll(async () => (await orderOf(desk, banana)).status).toBe('delivered')
  })

  await test.step('a session that the office ends sends nothing more, and leaves what waits sealed for its person', async () => {
    const guava = await assignOrder(desk, courier, 'Guava', '560066')
    await again.goto(`${door.url}/round`)
    await expect(stop(again, { title: 'Guava' })).toBeVisible()
    door.shut()
    await context.setOffline(true)
    await stop(again, { title: 'Guava' }).getByRole('button', { name: 'Delivered' }).click()
    await expect(stop(again, { title: 'Guava' })).toContainText('Waits to be sent')
    await desk.api('DELETE', `/api/staff_users/${courier.id}/sessions/`)
    door.open()
    await context.setOffline(false)
    await expect(again.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect.poll(() => rowsOf(again, 'keys')).toBe(0)
    expect(await rowsOf(again, 'acts')).toBe(1)
    expect((await orderOf(desk, guava)).status).toBe('out-for-delivery')
    await signIn(again, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
    await expect.poll(async () => (await orderOf(desk, guava)).status).toBe('delivered')
    await expect.poll(() => rowsOf(again, 'acts')).toBe(0)
  })
  await context.close()
  door.stop()
})
