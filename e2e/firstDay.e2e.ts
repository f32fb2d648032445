import { expect, test } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { openShop, type Shop } from './shop.ts'

// The first day of a freshly cloned shop, without settings or prepared data.

let shop: Shop
test.beforeAll(async () => {
  shop = await openShop({})
})
test.afterAll(() => shop.stop())

test('a new super admin creates and assigns an order, and a staff user delivers it', async ({ browser }) => {
  const [, email = ''] = /Sign in as (\S+)/.exec(shop.printed) ?? []
  const [, password = ''] = /with the password (\S+)/.exec(shop.printed) ?? []

  const desk = await browser.newPage()
  await desk.goto(shop.url)
  await desk.getByLabel('Email').fill(email)
  await desk.getByLabel('Password', { exact: true }).fill(password)
  await desk.getByRole('button', { name: 'Login' }).click()
  await expect(desk.getByText('No orders in this period')).toBeVisible()

  await test.step('a staff user is created', async () => {
    await desk.getByRole('link', { name: 'Staff Users' }).click()
    await desk.getByRole('button', { name: 'New staff user' }).first().click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Full name').fill('Ravi Kumar')
    await dialog.getByLabel('Email').fill('ravi@shop.test')
    await dialog.getByLabel('Mobile').fill('+91 90000 12345')
    await dialog.getByLabel('Password', { exact: true }).fill('ravi delivers daily')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByRole('row', { name: /Ravi Kumar/ })).toBeVisible()
  })

  await test.step('an order is created with a PDF', async () => {
    await desk.getByRole('link', { name: 'Pending' }).first().click()
    await desk
      .getByRole('link', { name: 'New order' })
      .or(desk.getByRole('button', { name: 'New order' }))
      .first()
      .click()
    await desk.getByRole('combobox', { name: /customer/i }).fill('Asha')
    await desk
      .getByRole('button', { name: 'New user' })
      .or(desk.getByRole('option', { name: /New user|Add/ }))
      .first()
      .click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Last name').fill('Menon')
    await dialog.getByLabel('Mobile').fill('90000 54321')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()

    await desk.locator('input[type=file]').setInputFiles({
      name: 'thesis.pdf',
      mimeType: 'application/pdf',
      buffer: await makePdf(3),
    })
    await expect(desk.getByText(/3 pages/).first()).toBeVisible()
    await desk.getByLabel(/address line 1|line 1/i).fill('12 MG Road')
    await desk.getByLabel('City').fill('Kochi')
    await desk.getByLabel('State').fill('Kerala')
    await desk.getByLabel(/pin ?code/i).fill('682016')
    await desk.getByRole('button', { name: 'Take order' }).click()
    await expect(desk.getByRole('heading', { level: 1 })).toContainText(/thesis/i)
  })

  await test.step('it is assigned', async () => {
    await desk.getByRole('button', { name: 'Assign' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('combobox').fill('Ravi')
    await desk.getByRole('option', { name: /Ravi Kumar/ }).click()
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect(dialog).toBeHidden()
    await expect(desk.getByText('Assigned').first()).toBeVisible()
  })

  await test.step('the staff user delivers it at phone width', async () => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await phone.newPage()
    await page.goto(shop.url)
    await page.getByLabel('Email').fill('ravi@shop.test')
    await page.getByLabel('Password', { exact: true }).fill('ravi delivers daily')
    await page.getByRole('button', { name: 'Login' }).click()
    await page
      .getByRole('link', { name: /thesis/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Out for delivery' }).click()
    await page.getByRole('button', { name: 'Delivered' }).click()
    await expect(page.getByText('Completed').first()).toBeVisible()
    await phone.close()
  })

  await test.step('it is in Completed', async () => {
    await desk.getByRole('link', { name: 'Completed' }).first().click()
    await expect(desk.getByRole('row', { name: /thesis/i })).toContainText('Asha Menon')
  })
  await shop.expectInvariants()
})
