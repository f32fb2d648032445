import { freshFetch } from '../server/test/freshFetch.ts'
import { openReceiver } from '../server/test/receiver.ts'
import { until } from '../server/test/until.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

test('an API key is made, shown once, used, and revoked', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/api_keys`)
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Website')
  await dialog.getByRole('checkbox', { name: /orders:read/ }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('it is shown this once')).toBeVisible()
  await expectAccessible(page, 'New API key')
  const key = await dialog.locator('code').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy API key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row', { name: /Website/ })).toBeVisible()
  expect(await page.content()).not.toContain(key)

  const asKey = (path: string, method = 'GET') =>
    freshFetch(desk.shop.url + path, { method, headers: { authorization: `Api-Key ${key}` } })
  const list = await asKey('/api/all-orders/?limit=1')
  expect(((await list.json()) as { count: number }).count).toBeGreaterThan(0)
  expect((await asKey('/api/users/')).status).toBe(403)

  await page.getByRole('button', { name: 'Revoke Website' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  // Behind the open dialog the row is hidden, too.
  await expect(page.getByText('Website revoked')).toBeVisible()
  await expect(page.getByRole('row', { name: /Website/ })).toBeHidden()
  expect((await asKey('/api/all-orders/?limit=1')).status).toBe(401)
})

test('a webhook is tested, hears of an order with a signature, and is replayed with a new secret', async ({
  page,
  desk,
}) => {
  const receiver = await openReceiver()
  try {
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('checkbox', { name: /order\.assigned/ }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const secret = await dialog.locator('code').innerText()
    expect(secret).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: new RegExp(receiver.url) }).click()

    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByText(/answered 204 in \d+ ms/)).toBeVisible()
    expect(receiver.received.map((one) => receiver.isSigned(one, secret))).toEqual([true])

    const orders = await desk.api<{ results: { id: string; version: number }[] }>(
      'GET',
      '/api/all-orders/?status=confirmed&limit=1',
    )
    const staff = await desk.api<{ results: { id: string }[] }>('GET', '/api/staff_users/?limit=1&query=Ravi')
    const [order] = orders.results
    await desk.api('PATCH', `/api/all-orders/${order?.id}/`, {
      status: 'assigned',
      assigned_user: staff.results[0]?.id,
      version: order?.version,
    })
    await until('the order arrives', () => receiver.received.length === 2)
    const [, event] = receiver.received
    expect(event?.message).toMatchObject({ type: 'order.assigned', data: { id: order?.id } })
    expect(event && receiver.isSigned(event, secret)).toBe(true)
    expect(event && receiver.isSigned(event, `whsec_${Buffer.alloc(24).toString('base64')}`)).toBe(false)

    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await dialog.getByRole('button', { name: 'Make a new secret' }).click()
    await expect(dialog.getByText('The old secret is valid for')).toBeVisible()
    const next = await dialog.locator('code').innerText()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.reload()
    await page.getByRole('button', { name: 'Show Order assigned' }).click()
    await expect(dialog.getByText('Answered 204')).toBeVisible()
    await expect(dialog.getByText(order?.id ?? '')).toBeVisible()
    await expectAccessible(page, 'A delivery')
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await until('it arrives again', () => receiver.received.length === 3)
    const again = receiver.received[2]
    expect(again?.id).toBe(event?.id)
    expect([secret, next].map((one) => again && receiver.isSigned(again, one))).toEqual([true, true])
  } finally {
    await receiver.close()
  }
})
