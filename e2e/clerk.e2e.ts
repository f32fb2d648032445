import { freshFetch } from '../server/test/freshFetch.ts'
import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

const clerk = {
  full_name: 'Leela Nair',
  email: 'leela@ourprint.test',
  mobile: '+919000077123',
  password: 'a counter clerk for tests',
}

test('an owner makes a clerk, who takes an order in and sees no settings; what is taken away goes at once', async ({
  page: office,
  browser,
  desk,
}) => {
  const { api, shop } = desk
  await api('POST', '/api/users/', { first_name: 'Asmita', last_name: 'Clerkson', mobile: '+919811122233' })
  await desk.enter(office, 'admin')

  await test.step('the owner gives a new staff user the set for clerks', async () => {
    await office.goto(`${shop.url}/staff_users`)
    await office.getByRole('button', { name: 'New staff user' }).click()
    const dialog = office.getByRole('dialog', { name: 'New staff user' })
    await dialog.getByLabel('Full name').fill(clerk.full_name)
    await dialog.getByLabel('Email').fill(clerk.email)
    await dialog.getByLabel('Mobile').fill(clerk.mobile)
    await dialog.getByLabel('Password', { exact: true }).fill(clerk.password)
    await dialog.getByLabel('Ability set').selectOption('Clerk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(office.getByRole('row', { name: /Leela Nair/ })).toContainText('Clerk')
  })

  const context = await browser.newContext()
  const page = await context.newPage()
  const menu = page.getByRole('navigation', { name: 'Main' })

  await test.step('the clerk signs in and takes an order in', async () => {
    await page.goto(`${shop.url}/login`)
    await page.getByLabel('Email').fill(clerk.email)
    await page.getByLabel('Password', { exact: true }).fill(clerk.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(menu.getByRole('link', { name: 'Pending' }).first()).toBeVisible()
    await page.goto(`${shop.url}/pending_orders`)
    await page.getByRole('link', { name: 'New order' }).first().click()
    await page.getByRole('combobox', { name: /customer/i }).fill('Clerkson')
    await page.getByRole('option', { name: /Asmita Clerkson/ }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'taken by the clerk.pdf',
      mimeType: 'application/pdf',
      buffer: await makePdf(2),
    })
    await expect(page.getByText(/2 pages/).first()).toBeVisible()
    await page.getByRole('switch', { name: 'Pick-up' }).check()
    await page.getByRole('button', { name: 'Take order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/taken by the clerk/i)
    await expect(page.getByText('Payable').first()).toBeVisible()
  })

  await test.step('the clerk sees no configuration, and is told so at its address', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('menuitem', { name: 'Your sessions' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Configuration' })).toBeHidden()
    await page.goto(`${shop.url}/configuration`)
    await expect(page.getByText('This page is not for you')).toBeVisible()
    await page.goto(`${shop.url}/users`)
    await expect(page.getByRole('row', { name: /Asmita Clerkson/ })).toBeVisible()
  })

  await test.step('the owner takes the customers away: the open page follows, and the server refuses', async () => {
    await office.goto(`${shop.url}/ability_sets`)
    await office.getByRole('button', { name: 'Edit Clerk' }).click()
    const dialog = office.getByRole('dialog', { name: 'Edit Clerk' })
    await dialog.getByRole('checkbox', { name: /See customers’ data/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(office.getByText('Clerk saved')).toBeVisible()
    await expect(page.getByText('This page is not for you')).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Users' })).toBeHidden()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const refused = await freshFetch(`${shop.url}/api/users/`, { headers: { authorization: token } })
    expect(refused.status).toBe(403)
  })
  await context.close()
})
