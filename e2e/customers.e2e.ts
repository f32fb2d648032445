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

test('an old list is imported, a double is merged and comes back, and a file is ordered again', async ({
  page,
  desk,
}) => {
  type Orders = {
    results: { user: string; user_data: { first_name: string; last_name: string; mobile: string } }[]
  }
  const { results } = await desk.api<Orders>('GET', '/api/all-orders/?status=confirmed&limit=1')
  const [
    { user, user_data: known } = { user: '', user_data: { first_name: '', last_name: '', mobile: '' } },
  ] = results
  const knownName = `${known.first_name} ${known.last_name}`.trim()
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/users`)

  await test.step('the columns are matched, checked and imported', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import customers' })
    const lines = ['Wer;Handy;Gruppe', 'Meera Nair;98450 77101;School', `Known;${known.mobile};`, '']
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
    })
    await dialog.getByRole('button', { name: 'Check file' }).click()
    await expect(dialog.getByText('Say which column has the name.')).toBeVisible()
    await expectAccessible(page, 'columns of an import')
    await dialog.getByLabel('What Wer is').selectOption('Whole name')
    await dialog.getByLabel('What Gruppe is').selectOption('Tags')
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await expect(dialog.getByText('A customer has this phone number already')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 1 customer' }).click()
    await expect(dialog.getByText('1 customer added')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('row', { name: /Meera Nair/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')
  })

  await test.step('she is tagged', async () => {
    await page.getByLabel('Add a tag').fill('VIP')
    await page.getByLabel('Add a tag').press('Enter')
    await expect(page.getByRole('button', { name: 'Remove tag: vip' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove tag: school' })).toBeVisible()
  })

  await test.step('she is another customer, who stays; both are back after Undo', async () => {
    await page.getByRole('button', { name: 'More actions for Meera Nair' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge Meera Nair with another customer' })
    await dialog.getByLabel('Same person as').fill(known.mobile)
    await page.getByRole('option', { name: knownName }).first().click()
    await dialog.getByRole('button', { name: `Keep ${knownName} instead` }).click()
    await expect(dialog.getByRole('columnheader', { name: 'Goes: Meera Nair' })).toBeVisible()
    await expectAccessible(page, 'two customers side by side')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(knownName)
    await expect(page.getByRole('button', { name: 'Remove tag: vip' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo the merge with Meera Nair' }).click()
    await page.getByRole('button', { name: 'Undo merge' }).click()
    await expect(page.getByText('Meera Nair is back')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove tag: vip' })).toBeHidden()
  })

  await test.step('a file of an earlier order is in a new one', async () => {
    await page.goto(`${desk.shop.url}/user/${user}?tab=files`)
    await page
      .getByRole('link', { name: /^Order .* again$/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New order')
    await expect(page.getByRole('button', { name: /^Remove .*\.pdf/ })).toBeVisible()
  })
})
