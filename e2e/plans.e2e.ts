import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

test('a plan is created and sold, an order uses its pages, and cancelling gives them back @proof', async ({
  page,
  desk,
}) => {
  const { shop, api } = desk
  const mobile = '9845077882'
  const { id: user } = await api<{ id: string }>('POST', '/api/users/', {
    first_name: 'Plan',
    last_name: 'Buyer',
    mobile,
  })
  await desk.enter(page, 'admin')

  await page.goto(`${shop.url}/subscriptions`)
  await page.getByRole('button', { name: 'New plan' }).click()
  const making = page.getByRole('dialog', { name: 'New plan' })
  await making.getByLabel('Name').fill('Exam month')
  await making.getByLabel('Price').fill('149.50')
  await making.getByLabel('Pages a month').fill('100')
  await making.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Exam month/ })).toContainText('₹149.50')

  await page.getByRole('link', { name: 'User Subscription Plans' }).click()
  await page.getByRole('button', { name: 'Sell plan' }).click()
  const selling = page.getByRole('dialog', { name: 'Sell plan' })
  await selling.getByRole('combobox', { name: 'Customer' }).fill(mobile)
  await selling.getByRole('option', { name: /Plan Buyer/ }).click()
  await selling.getByLabel('Plan', { exact: true }).selectOption({ label: 'Exam month, ₹149.50' })
  await selling.getByRole('button', { name: 'Sell plan' }).click()
  const sold = page.getByRole('row', { name: /Plan Buyer/ })
  await expect(sold).toContainText('100 of 100')

  await page.goto(`${shop.url}/new_order?user=${user}`)
  await page.getByRole('radio', { name: /Use Exam month/ }).check()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await makePdf(30)) })
  await page.getByRole('switch', { name: 'Pick-up' }).check()
  await page.getByLabel('Copies').fill('4')
  await expect(page.getByText(/needs 120 pages, but the plan has only 100 left/)).toBeVisible()
  await page.getByLabel('Copies').fill('2')
  await page.getByRole('button', { name: 'Take order' }).click()
  await expect(page.getByRole('heading', { name: /^#\d+ Notes$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Exam month' })).toBeVisible()
  await expect(page.getByText('Plan pages used')).toBeVisible()

  await page.goto(`${shop.url}/subscription_pending_orders?query=${mobile}`)
  await expect(page.getByRole('row', { name: /Notes/ })).toContainText('₹0.00')
  await page.goto(`${shop.url}/user_subscription?query=${mobile}`)
  await expect(sold).toContainText('40 of 100')

  await page.goto(`${shop.url}/subscription_pending_orders?query=${mobile}`)
  await page.getByRole('row', { name: /Notes/ }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const cancelling = page.getByRole('dialog')
  await cancelling.getByLabel('Note').fill('Printed elsewhere')
  await cancelling.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Plan pages given back')).toBeVisible()
  await page.getByRole('link', { name: 'Exam month' }).click()
  await expect(sold).toContainText('100 of 100')
})
