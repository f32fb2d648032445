import { freshFetch } from '../server/test/freshFetch.ts'
import { expect, test } from './test.ts'

test('a lead from the website is answered and won as a customer', async ({ page, desk }) => {
  const letter = {
    name: 'Kavya Devi Rao',
    email: 'kavya.rao@example.com',
    mobile: '+91 98450 77881',
    subject: 'Wedding cards',
    message: 'We need 400 cards by the 12th.',
  }
  const sent = await freshFetch(`${desk.shop.url}/api/contact_us/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(letter),
  })
  expect(sent.status).toBe(201)

  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/leads`)
  await page
    .getByRole('row', { name: /Kavya Devi Rao/ })
    .getByText('Wedding cards')
    .click()
  const panel = page.getByRole('dialog', { name: 'Kavya Devi Rao' })
  await expect(panel.getByText('We need 400 cards by the 12th.')).toBeVisible()
  await panel.getByText('Contacted').click()
  await panel.getByLabel('Note').fill('Wants to see samples')
  // Closing or going back with unsaved changes asks first.
  for (const leave of [() => panel.getByRole('button', { name: 'Close' }).click(), () => page.goBack()]) {
    await leave()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(panel.getByLabel('Note')).toHaveValue('Wants to see samples')
  }
  await panel.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option').filter({ hasText: 'Super admin' }).first().click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kavya Devi Rao saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /Kavya Devi Rao/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Contacted', exact: true }).click()
  await page.getByRole('link', { name: 'Kavya Devi Rao', exact: true }).click()
  await expect(panel.getByLabel('Note')).toHaveValue('Wants to see samples')
  await panel.getByRole('button', { name: 'Convert to customer' }).click()
  const form = page.getByRole('dialog', { name: 'Convert to customer' })
  await expect(form.getByLabel('First name')).toHaveValue('Kavya Devi')
  await form.getByRole('button', { name: 'Convert to customer' }).click()
  await expect(page.getByText('Kavya Devi Rao added as a customer')).toBeVisible()
  await panel.getByRole('link', { name: 'Open customer' }).click()
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Kavya Devi Rao' })).toBeVisible()

  // Back leads to the lead, then to the list.
  await page.goBack()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?status=contacted$/)
})

test('a lead is won as a company', async ({ page, desk }) => {
  const letter = {
    name: 'Iyer Bakery',
    mobile: '+91 98450 77882',
    message: 'We would like to give vouchers to your customers.',
  }
  await desk.api('POST', '/api/contact_us/', letter)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/leads?query=iyer+bakery`)
  await page.getByRole('link', { name: 'Iyer Bakery', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Iyer Bakery' })
  await panel.getByRole('button', { name: 'Convert to company' }).click()
  const form = page.getByRole('dialog', { name: 'Convert to company' })
  await expect(form.getByLabel('Name')).toHaveValue('Iyer Bakery')
  await expect(form.getByLabel('Phone')).toHaveValue('+919845077882')
  await form.getByRole('button', { name: 'Convert to company' }).click()
  await expect(form.getByText('This field is Required')).toHaveCount(4)
  await form.getByLabel('Client type').fill('1')
  await form.getByLabel('State').fill('Karnataka')
  await form.getByLabel('City').fill('Bengaluru')
  await form.getByLabel('Pincode').fill('560001')
  await form.getByRole('button', { name: 'Convert to company' }).click()
  await expect(page.getByText('Iyer Bakery added as a company')).toBeVisible()
  await panel.getByRole('link', { name: 'Open company' }).click()
  await expect(page).toHaveURL(/\/client_companies\/edit\?companyInfo=/)
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru')
})
