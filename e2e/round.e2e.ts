import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { tickMs } from '../web/src/base/feedback/closeLater.ts'
import { expectAccessible } from './axe.ts'
import { assignOrder, hireCourier, type Order, signIn, stop } from './courier.ts'
import { holdTimers } from './holdTimers.ts'
import { proofAt } from './proofAt.ts'
import { type Desk, expect, test } from './test.ts'
import { collectErrors, frames, openPage, type Place, type Scheme, waitUntilSettled } from './walk.ts'

// A courier's whole round: the stops by area, reordered, one delivered with a signature, one failed by a tap, one delivered
// with a photo over a weak network. The desk sees all of it on the orders.

const numbers = (page: Page) =>
  page.getByRole('list', { name: 'Sequence of stops' }).locator('b').allInnerTexts()

async function walkTheRound(browser: Browser, desk: Desk, name: string, place: Place, scheme: Scheme) {
  const courier = await hireCourier(desk, name)
  const titles = ['Mango', 'Lotus', 'Banyan']
  const [mango, lotus, banyan] = [
    await assignOrder(desk, courier, 'Mango', '560066'),
    await assignOrder(desk, courier, 'Lotus', '560001'),
    await assignOrder(desk, courier, 'Banyan', '560066'),
  ]
  const page = await openPage(browser, place, scheme)
  const errors = collectErrors(page)
  await signIn(page, desk, courier)

  await test.step('the stops are in their areas', async () => {
    await page.getByRole('link', { name: 'Round' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['560001 Bengaluru', '560066 Bengaluru'])
    const map = page.getByRole('link', { name: 'Map of the round' })
    const href = new URL((await map.getAttribute('href')) ?? '')
    expect(href.searchParams.get('waypoints')?.split('|')).toHaveLength(2)
    expect(href.searchParams.get('destination')).toContain('Banyan Road 7, Bengaluru')
    await expectAccessible(page, 'the round')
  })

  await test.step('they are reordered by buttons, keys and dragging, and stay so', async () => {
    await page.getByRole('button', { name: 'Reorder' }).click()
    await expect(page.getByRole('list', { name: 'Sequence of stops' })).toBeVisible()
    await expectAccessible(page, 'the sequence')
    expect(await numbers(page)).toEqual([lotus, mango, banyan].map(({ number }) => String(number)))
    await page.getByRole('button', { name: `Order ${lotus.number} later` }).click()
    expect(await numbers(page)).toEqual([mango, lotus, banyan].map(({ number }) => String(number)))
    const handle = page.getByRole('button', { name: `Drag order ${banyan.number}` })
    await handle.press('Space')
    await expect(handle).toHaveAttribute('aria-pressed', 'true')
    // The library listens for arrows a moment after it has picked the stop up.
    await frames(page)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(`order ${banyan.number} is over place 2 of 3`)).toBeAttached()
    await page.keyboard.press('Space')
    const banyanSecond = [mango, banyan, lotus].map(({ number }) => String(number))
    await expect.poll(() => numbers(page)).toEqual(banyanSecond)
    const from = await page.getByRole('button', { name: `Drag order ${lotus.number}` }).boundingBox()
    const to = await page.getByRole('button', { name: `Drag order ${mango.number}` }).boundingBox()
    if (!from || !to) throw new Error('There is no handle')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 20, from.y - 10, { steps: 5 })
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 10 })
    await page.mouse.up()
    const lotusFirst = [lotus, mango, banyan].map(({ number }) => String(number))
    await expect.poll(() => numbers(page)).toEqual(lotusFirst)
    // A click right after a drop is a part of the drop.
    const mangoFirst = [mango, lotus, banyan].map(({ number }) => String(number))
    await expect(async () => {
      const [first] = await numbers(page)
      if (first !== mangoFirst[0])
        await page.getByRole('button', { name: `Order ${lotus.number} later` }).click()
      expect(await numbers(page)).toEqual(mangoFirst)
    }).toPass()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await expect(page.getByRole('listitem').getByRole('link', { name: /Mango|Lotus|Banyan/ })).toContainText(
      titles,
    )
  })

  await test.step('the first is delivered with a signature', async () => {
    const before = await stop(page, { title: 'Lotus' }).boundingBox()
    await stop(page, { title: 'Mango' }).getByRole('button', { name: 'With proof' }).click()
    const dialog = page.getByRole('dialog', { name: `Deliver order ${mango.number}` })
    await dialog.getByLabel('Received by').fill('Mrs Hegde')
    await dialog.getByRole('button', { name: 'Sign' }).click()
    const paper = dialog.getByRole('figure', { name: 'Space for a signature' })
    const box = await paper.boundingBox()
    if (!box) throw new Error('There is no space for a signature')
    await page.mouse.move(box.x + 40, box.y + 120)
    await page.mouse.down()
    for (const [x, y] of [
      [80, 60],
      [120, 140],
      [170, 70],
      [220, 120],
    ] as const) {
      await page.mouse.move(box.x + x, box.y + y, { steps: 6 })
    }
    await page.mouse.up()
    await expect(dialog.getByRole('figure', { name: 'The signature' })).toBeVisible()
    await expectAccessible(page, 'the dialog of a proof')
    await dialog.getByRole('button', { name: 'Delivered' }).click()
    await expect(dialog).toBeHidden()
    await expect(stop(page, { title: 'Mango' })).toContainText('Completed')
    // It stays in place, so that no other stop comes under the thumb.
    const after = await stop(page, { title: 'Lotus' }).boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(90)
  })

  await test.step('the second fails by one tap', async () => {
    await stop(page, { title: 'Lotus' }).getByRole('button', { name: 'Failed attempt' }).click()
    const dialog = page.getByRole('dialog', { name: `Failed attempt for order ${lotus.number}` })
    await expectAccessible(page, 'the dialog of a failed attempt')
    await dialog.getByRole('button', { name: 'Nobody home' }).click()
    await expect(dialog).toBeHidden()
    await expect(stop(page, { title: 'Lotus' })).toContainText('Nobody home')
    const card = await stop(page, { title: 'Lotus' }).innerText()
    const places = ['Nobody home', 'Bell of Lotus', 'Lotus Road 7'].map((text) => card.indexOf(text))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThan(0)
  })

  await test.step('the third is delivered with a photo, whose first try is lost', async () => {
    let tries = 0
    await page.route('**/proof/', (route) => (tries++ === 0 ? route.abort() : route.continue()))
    await stop(page, { title: 'Banyan' }).getByRole('button', { name: 'With proof' }).click()
    const dialog = page.getByRole('dialog', { name: `Deliver order ${banyan.number}` })
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(dialog.getByRole('img', { name: 'The photo that will be saved' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Delivered' }).click()
    await expect(stop(page, { title: 'Banyan' })).toContainText('Completed')
    const proof = async () => (await desk.api<Order>('GET', `/api/all-orders/${banyan.id}/`)).delivery_proof
    await expect.poll(proof).toMatchObject({ received_by: '', pictures: [{ kind: 'photo' }] })
    expect(tries).toBe(2)
    await expect(page.getByText('1 stop left, 2 done')).toBeVisible()
    await expectAccessible(page, 'the round, nearly done')
  })
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  await page.context().close()
  return { mango, lotus, banyan }
}

for (const [name, place, scheme] of [
  ['Meena', 'phone', 'light'],
  ['Nisha', 'phone', 'dark'],
  ['Farid', 'desk', 'light'],
] as const) {
  test(`a courier’s whole round at ${place} in ${scheme}${proofAt(place === 'desk' || scheme === 'dark')}`, async ({
    browser,
    desk,
  }) => {
    const { mango, lotus, banyan } = await walkTheRound(browser, desk, name, place, scheme)
    const page = await openPage(browser, 'desk', scheme)
    await desk.enter(page, 'admin')

    await page.goto(`${desk.shop.url}/order/${mango.id}`)
    await expect(page.getByText('Received by Mrs Hegde, with a signature')).toHaveCount(2)
    const signature = page.getByRole('img', { name: 'Signature of whoever received it' })
    await expect
      .poll(() => signature.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(100)
    await expectAccessible(page, 'an order with a proof')
    await page.goto(`${desk.shop.url}/order/${banyan.id}`)
    const photo = page.getByRole('img', { name: 'Photo of the delivery' })
    // Made small on the phone before it was sent.
    await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1600)
    await page.goto(`${desk.shop.url}/order/${lotus.id}`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Failed attempt' })).toContainText(
      '“Nobody home”',
    )
    await page.context().close()
  })
}

test('at 390 × 844 a courier sees the first card without scrolling, and folds the filters out', async ({
  browser,
  desk,
}) => {
  const courier = await hireCourier(desk, 'Leela')
  await assignOrder(desk, courier, 'Neem', '560066')
  const page = await openPage(browser, 'phone', 'light')
  await signIn(page, desk, courier)
  await page.goto(`${desk.shop.url}/out_for_delivery_orders`)
  await expect(stop(page, { title: 'Neem' }).getByRole('button', { name: 'Delivered' })).toBeInViewport({
    ratio: 1,
  })
  await expect(page.getByRole('textbox', { name: 'From' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-01-01')
  await page.getByRole('textbox', { name: 'From' }).press('Enter')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await expect(page.getByRole('textbox', { name: 'From' })).toBeHidden()
  await expect(stop(page, { title: 'Neem' })).toBeVisible()
  await waitUntilSettled(page)
  await expectAccessible(page, 'the folded filters')
  await page.context().close()
})

test('one tap takes the whole round out for delivery, and one Undo takes it back', async ({
  browser,
  desk,
}) => {
  const courier = await hireCourier(desk, 'Tara')
  const orders = [
    await assignOrder(desk, courier, 'Teak', '560066'),
    await assignOrder(desk, courier, 'Sandal', '560001'),
  ]
  const back = { status: 'assigned', note: 'Not yet' }
  for (const { id } of orders) await desk.api('PATCH', `/api/all-orders/${id}/`, back)
  const statuses = async () =>
    Promise.all(orders.map(async ({ id }) => (await desk.api<Order>('GET', `/api/all-orders/${id}/`)).status))
  const page = await openPage(browser, 'phone', 'light')
  await holdTimers(page, tickMs)
  await signIn(page, desk, courier)
  await page.goto(`${desk.shop.url}/round`)
  await page.getByRole('button', { name: 'Start round' }).click()
  const question = page.getByRole('dialog', { name: 'Take 2 orders out for delivery?' })
  await question.getByRole('button', { name: 'Start round' }).click()
  await expect(page.getByText('2 orders are out for delivery')).toBeVisible()
  expect(await statuses()).toEqual(['out-for-delivery', 'out-for-delivery'])
  await expect(page.getByRole('button', { name: 'Start round' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delivered' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 orders are assigned again')).toBeVisible()
  expect(await statuses()).toEqual(['assigned', 'assigned'])
  await expectAccessible(page, 'the round before its start')
  await page.context().close()
})

test('a stop with money to collect and a photo is called, found on the map, and done in four taps', async ({
  browser,
  desk,
}) => {
  const settings = await desk.api<object>('GET', '/api/configurations')
  const setRule = (proof_of_delivery: string) =>
    desk.api('PUT', '/api/configurations', { ...settings, version: undefined, proof_of_delivery })
  await setRule('required')
  const courier = await hireCourier(desk, 'Vani')
  const order = await assignOrder(desk, courier, 'Rosewood', '560066')
  const page = await openPage(browser, 'phone', 'light')
  await signIn(page, desk, courier)
  await page.goto(`${desk.shop.url}/round`)
  const card = stop(page, { title: 'Rosewood' })
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/)
  await expect(card.getByRole('link', { name: /^Map to/ })).toHaveAttribute('href', /maps/)

  let taps = 0
  const tap = async (button: Locator) => {
    taps += 1
    await button.click()
  }
  await tap(card.getByRole('button', { name: /^Collect/ }))
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Received, go on' }))
  const dialog = page.getByRole('dialog', { name: `Deliver order ${order.number}` })
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const camera = page.waitForEvent('filechooser')
  await tap(dialog.getByRole('button', { name: 'Take a photo' }))
  await (await camera).setFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(dialog.getByRole('img', { name: 'The photo that will be saved' })).toBeVisible()
  await tap(dialog.getByRole('button', { name: 'Delivered' }))
  await expect(card).toContainText('Completed')
  expect(taps).toBe(4)
  await page.context().close()
  await setRule('optional')
})
