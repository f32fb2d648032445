import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

test('a customer is created, gets coins, and an order is started from their page', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/users`)
  await page.getByRole('button', { name: 'New user' }).click()
  const newUser = page.getByRole('dialog', { name: 'New user' })
  await newUser.getByLabel('First name').fill('Leela')
  await newUser.getByLabel('Last name').fill('Thomas')
  await newUser.getByLabel('Mobile').fill('+91 98450 77001')
  await newUser.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leela Thomas')
  await expect(page.getByText('No orders yet.')).toBeVisible()

  await test.step('coins are granted, and not more than the balance is deducted', async () => {
    const coins = page.getByRole('dialog', { name: 'Coins of Leela Thomas' })
    await page.getByRole('button', { name: 'Grant or deduct' }).click()
    await coins.getByLabel('Coins', { exact: true }).fill('50.5')
    await coins.getByLabel('Reason').fill('Welcome')
    await coins.getByRole('button', { name: 'Grant' }).click()
    await expect(coins).toBeHidden()
    await expect(page.getByTestId('balance')).toHaveText('50.50 coins')

    await page.getByRole('button', { name: 'Grant or deduct' }).click()
    await coins.getByText('Deduct', { exact: true }).click()
    await coins.getByLabel('Coins', { exact: true }).fill('60')
    await coins.getByLabel('Reason').fill('Gift')
    await coins.getByRole('button', { name: 'Deduct' }).click()
    await expect(coins.getByText(/does not have that many/)).toBeVisible()
    await expectAccessible(page, 'refused coins')
    await coins.getByLabel('Coins', { exact: true }).fill('20.25')
    await coins.getByRole('button', { name: 'Deduct' }).click()
    await expect(page.getByTestId('balance')).toHaveText('30.25 coins')
    await page.getByRole('link', { name: 'Coins' }).click()
    const ledger = page.getByRole('table', { name: 'Coin ledger' }).getByRole('row')
    await expect(ledger).toHaveText([/Reason/, /Gift.*−20\.25/, /Welcome.*\+50\.50/])
  })

  await test.step('a new order has the customer', async () => {
    await page.getByRole('link', { name: 'New order' }).click()
    await expect(page.getByText('98450 77001 · first order')).toBeVisible()
  })

  await test.step('a search with spaces in the number finds the customer with the coins', async () => {
    await page.goto(`${desk.shop.url}/users`)
    await page.getByLabel('Search').fill('98450 77001')
    const row = page.getByRole('row', { name: /Leela Thomas/ })
    await expect(row).toContainText('30.25')
    await row.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leela Thomas')
  })
})
