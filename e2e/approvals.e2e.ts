import { hash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { buildStaff } from '../server/test/build.ts'
import { expectAccessible } from './axe.ts'
import { type Desk, expect, test } from './test.ts'
import { openPage, waitUntilSettled } from './walk.ts'

/** A page that another super admin of the shop has open, on a phone. */
async function openSecond(desk: Desk, page: Page): Promise<string> {
  const token = randomBytes(16).toString('hex')
  const { id } = await desk.shop.withDatabase(async (db) => {
    const made = await buildStaff(db, { full_name: 'Nina Joshi', is_superuser: true })
    await db`insert into sessions (token_hash, staff_user) values (${hash('sha256', token, 'buffer')}, ${made.id})`
    return made
  })
  await page.goto(`${desk.shop.url}/404`)
  await page.evaluate(
    ([key, person]) => {
      localStorage.setItem('token', `Token ${key}`)
      localStorage.setItem('id', person ?? '')
      localStorage.setItem('is_superuser', 'true')
    },
    [token, id],
  )
  return id
}

test('coins above a number wait until another super admin approves them', async ({ page, desk, browser }) => {
  const { shop, api } = desk
  await desk.enter(page, 'admin')
  await page.goto(`${shop.url}/configuration`)
  await expect(page.getByText(/This shop has one active super admin/)).toBeVisible()
  const phone = await openPage(browser, 'phone', 'light')
  const second = await openSecond(desk, phone)

  await page.reload()
  // A warning that comes later moves the button, and a click that is begun before it would be none.
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const rule = page.getByRole('dialog', { name: 'Two people' })
  await rule.getByLabel(/Coins granted by hand/).fill('100')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Two people above 100 coins')).toBeVisible()

  const form = { first_name: 'Kavya', last_name: 'Twice', mobile: '+919000088123' }
  const { id } = await api<{ id: string }>('POST', '/api/users/', form)
  await page.goto(`${shop.url}/user/${id}?tab=coins`)
  await page.getByRole('button', { name: 'Grant or deduct' }).click()
  const coins = page.getByRole('dialog', { name: 'Coins of Kavya Twice' })
  await coins.getByLabel('Coins', { exact: true }).fill('500')
  await coins.getByLabel('Reason').fill('Anniversary')
  await coins.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByText('Waiting for a second person')).toBeVisible()
  await expect(coins).toBeHidden()

  await phone.goto(shop.url)
  await phone.getByRole('button', { name: 'Open menu' }).click()
  await phone.getByRole('link', { name: 'Approvals 1 waiting' }).click()
  await phone.getByRole('link', { name: /Grant 500 coins to Kavya Twice/ }).click()
  await expect(phone.getByRole('row', { name: /Coins of Kavya Twice/ })).toContainText('500')
  await expectAccessible(phone, 'approval')
  await phone.getByRole('button', { name: 'Approve' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(phone.getByText('Approved and done')).toBeVisible()
  const customer = await api<{ coins: number }>('GET', `/api/users/${id}/`)
  expect(customer.coins).toBe(500)

  // The rule is switched off by both, too, and its owner cannot approve that alone.
  await page.goto(`${shop.url}/configuration`)
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await rule.getByLabel(/Coins granted by hand/).fill('')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Waiting for a second person')).toBeVisible()
  await page.goto(`${shop.url}/approvals`)
  await page.getByRole('link', { name: /Change which acts need two people/ }).click()
  await expect(page.getByText('You asked for this, so another super admin decides.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await phone.goto(page.url())
  await phone.getByRole('button', { name: 'Approve' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(phone.getByText('Approved and done')).toBeVisible()
  await phone.context().close()
  await api('PATCH', `/api/staff_users/${second}/`, { is_active: false })
})

test('a company’s month says what came, was sold and is due', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/client_companies?query=sanjeevini`)
  await page.getByRole('link', { name: /Sanjeevini Pharmacy/ }).click()
  await page.getByRole('link', { name: 'Stock & due' }).click()
  const all = page.getByRole('row', { name: /All vouchers/ })
  await expect(all).toBeVisible()
  const cells = (await all.getByRole('cell').allTextContents()).slice(1, 7)
  const [opening = 0, received = 0, sold = 0, voided = 0, expired = 0, closing = 0] = cells.map((cell) =>
    Number(cell.replaceAll(',', '')),
  )
  expect(opening + received - sold - voided - expired).toBe(closing)
  expect(opening + received).toBeGreaterThan(0)
  await expectAccessible(page, 'stock and due')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^vouchers-\d{4}-\d{2}\.pdf$/)
})
