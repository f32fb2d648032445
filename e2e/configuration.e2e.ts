import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

type Configuration = { delivery_fee: number; version: number }
type Order = { id: string; payable: number }

test('a new price applies to the next order and not to existing ones', async ({ page, desk }) => {
  const { api, shop } = desk
  const { results } = await api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1&is_active=true')
  const customer = results[0]?.id ?? ''
  const address = { line1: '12 MG Road', city: 'Kochi', state: 'Kerala', pincode: '682016' }
  const form = new FormData()
  form.append('order', JSON.stringify({ user: customer, title: 'At the old price', address }))
  form.append('files', new Blob([new Uint8Array(await makePdf(2))]), 'two.pdf')
  const before = await api<Order>('POST', '/api/all-orders/', form)
  const { version: _, ...configuration } = await api<Configuration>('GET', '/api/configurations')
  const fee = configuration.delivery_fee + 7.5

  await desk.enter(page, 'admin')
  await page.goto(`${shop.url}/users`)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Configuration' }).click()
  await page.getByLabel('Delivery fee').fill(String(fee))

  await test.step('leaving with unsaved changes asks first', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('Delivery fee')).toHaveValue(String(fee))
  })

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Configuration saved')).toBeVisible()

  await page.goto(`${shop.url}/new_order?user=${customer}`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'two.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf(2),
  })
  const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  await expect(page.getByTestId('total')).toHaveText(rupees.format(before.payable + 7.5))
  const still = await api<Order>('GET', `/api/all-orders/${before.id}/`)
  expect(still.payable).toBe(before.payable)
  await api('PUT', '/api/configurations', configuration)
})
