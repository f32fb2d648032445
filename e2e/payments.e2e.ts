import type { Browser } from '@playwright/test'
import { decodeQr } from '../server/test/decodeQr.ts'
import { makePdf } from '../server/test/pdf.ts'
import { tickMs } from '../web/src/base/feedback/closeLater.ts'
import { expectAccessible } from './axe.ts'
import { assignOrder, hireCourier, signIn } from './courier.ts'
import { holdTimers } from './holdTimers.ts'
import { expect, test } from './test.ts'
import { openPage } from './walk.ts'

type Order = {
  id: string
  number: number
  payable: number
  payment_status: string
  paid: number
  due: number
}
type Page<T> = { results: T[] }

const phone = (browser: Browser) => openPage(browser, 'phone', 'light')

test('an order is paid in part at the desk and by UPI at the door, undone and done again', async ({
  page,
  browser,
  desk,
}) => {
  const settings = await desk.api<object>('GET', '/api/configurations')
  await desk.api('PUT', '/api/configurations', {
    ...settings,
    payee_name: 'Our Print & Sons',
    payee_address: 'ourprint@bank',
  })
  const customer = { first_name: 'Meera', last_name: 'Pillai', mobile: '9000077801' }
  const { id: user } = await desk.api<{ id: string }>('POST', '/api/users/', customer)
  await desk.enter(page, 'admin')

  await test.step('the desk takes ₹20 with the order, and works out the change', async () => {
    await page.goto(`${desk.shop.url}/new_order?user=${user}`)
    const file = { name: 'menus.pdf', mimeType: 'application/pdf', buffer: await makePdf(3) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await expect(page.getByText('3 pages', { exact: true })).toBeVisible()
    await page.getByLabel('Copies').fill('10')
    await page.getByRole('switch', { name: 'Pick-up' }).click()
    await page.getByRole('radio', { name: 'Now' }).click()
    await page.getByLabel('Amount').fill('20')
    await page.getByLabel('Cash given').fill('50')
    await expect(page.getByText('₹30.00', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Take order' }).click()
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.getByText('Part paid')).toBeVisible()
  })

  const { results } = await desk.api<Page<Order>>('GET', `/api/all-orders/?user=${user}`)
  const order = results[0] as Order
  expect(order).toMatchObject({ payable: 60, paid: 20, due: 40 })
  const courier = await hireCourier(desk, 'Naren')
  await desk.api('PATCH', `/api/all-orders/${order.id}/`, { assigned_user: courier.id })
  await desk.api('PATCH', `/api/all-orders/${order.id}/`, { status: 'out-for-delivery' })

  const door = await phone(browser)
  await holdTimers(door, tickMs)
  await signIn(door, desk, courier)
  await door.goto(`${desk.shop.url}/order/${order.id}`)

  await test.step('the courier shows a code for the rest', async () => {
    await door.getByRole('button', { name: 'Collect ₹40.00' }).click()
    await door.getByRole('radio', { name: 'UPI' }).click()
    const code = door.getByRole('img', { name: /Code to pay/ })
    await expectAccessible(door, 'the payment at the door')
    const [found] = await decodeQr(await code.screenshot())
    expect(found?.text).toBe(
      `upi://pay?pa=ourprint%40bank&pn=Our%20Print%20%26%20Sons&am=40.00&cu=INR&tn=Order%20${order.number}`,
    )
  })

  await test.step('received delivers it, undo takes both back, and it is done again', async () => {
    await door.getByLabel('Bank’s reference').fill('UPI-4711')
    await door.getByRole('button', { name: 'Received' }).click()
    const read = () => desk.api<Order & { status: string }>('GET', `/api/all-orders/${order.id}/`)
    await expect.poll(read).toMatchObject({ status: 'delivered', paid: 60, payment_status: 'paid' })
    await door.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(read).toMatchObject({ status: 'out-for-delivery', paid: 20, due: 40 })
    await door.getByRole('button', { name: 'Collect ₹40.00' }).click()
    await door.getByLabel('Cash given').fill('100')
    await expect(door.getByRole('dialog').getByText('₹60.00', { exact: true })).toBeVisible()
    await door.getByRole('button', { name: 'Received' }).click()
    await expect.poll(read).toMatchObject({ status: 'delivered', paid: 60, payment_status: 'paid' })
    await door.context().close()
  })

  await test.step('the desk sees it paid, in the list and among the payments', async () => {
    await page.goto(`${desk.shop.url}/total_orders?payment_status=paid&query=menus`)
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('menus').first()).toBeVisible()
    await page.goto(`${desk.shop.url}/payments`)
    await expect(page.getByRole('row').filter({ hasText: 'Meera Pillai' })).toHaveCount(4)
    await expectAccessible(page, 'payments')
  })
})

test('a customer who owes is reminded, pays ahead, and gets a statement', async ({ page, desk }) => {
  const courier = await hireCourier(desk, 'Gita')
  const { id } = await assignOrder(desk, courier, 'Ledger', '560001')
  await desk.api('PATCH', `/api/all-orders/${id}/`, { status: 'delivered' })
  const order = await desk.api<Order & { user: string }>('GET', `/api/all-orders/${id}/`)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/accounts?owing_days=0`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page, 'accounts')
  await page.goto(`${desk.shop.url}/account/${order.user}`)
  await page.getByRole('button', { name: 'Take deposit' }).click()
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Take payment' }).click()
  await expect(page.getByText(/₹500.00 received/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Payment \d+/ }).first()).toBeVisible()
  await expectAccessible(page, 'the account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-.*\.pdf$/)
})
