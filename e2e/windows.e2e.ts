import type { OrderLink } from '../contract/src/customer/orderPage.ts'
import type { Order } from '../contract/src/orders/orders.ts'
import type { Configuration } from '../contract/src/shop/configurations.ts'
import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

const address = {
  line1: '4 Fern Lane',
  line2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560066',
}

test('a window is configured, agreed by the clerk, and changed by the customer without a script', async ({
  page,
  desk,
  browser,
}) => {
  const { version: _, ...before } = await desk.api<Configuration>('GET', '/api/configurations')
  const { results } = await desk.api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const form = new FormData()
  form.append('order', JSON.stringify({ user: results[0]?.id, title: 'In a window', address }))
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'a.pdf')
  const { id } = await desk.api<Order>('POST', '/api/all-orders/', form)
  const read = () => desk.api<Order>('GET', `/api/all-orders/${id}/`)

  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/configuration`)
  await page.getByRole('button', { name: 'Add a window' }).click()
  await page.locator('[name="arrival_windows.0.from"]').fill('16:00')
  await page.locator('[name="arrival_windows.0.until"]').fill('17:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Configuration saved')).toBeVisible()

  await page.goto(`${desk.shop.url}/order/${id}`)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  // Today's may have begun: the last one has not.
  const last = dialog.getByRole('combobox', { name: 'Arrival window' }).getByRole('option').last()
  const agreed = (await last.textContent()) ?? ''
  await dialog.getByRole('combobox', { name: 'Arrival window' }).selectOption(agreed)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/, between 4 and 5 pm$/).first()).toBeVisible()
  const { window_from } = await read()

  const { url } = await desk.api<OrderLink>('POST', `/api/all-orders/${id}/customer-link/`)
  const phone = await browser.newPage({ javaScriptEnabled: false })
  await phone.goto(`${desk.shop.url}${new URL(url ?? '').pathname}`)
  await expect(phone.getByText(/It arrives .*, between 4:00 PM and 5:00 PM/)).toBeVisible()
  await phone.getByText('Choose when it arrives').click()
  await phone.getByLabel('When it arrives', { exact: true }).selectOption({ index: 0 })
  await phone.getByRole('button', { name: 'Save the time' }).click()
  await expect(phone.getByText('Thank you. We bring it at the time that you chose.')).toBeVisible()
  const after = await read()
  expect(Date.parse(after.window_from ?? '')).toBeLessThan(Date.parse(window_from ?? ''))
  expect(after.history?.at(-1)?.by).toBe('The customer')
  await phone.close()
  await desk.api('PUT', '/api/configurations', before)
})
