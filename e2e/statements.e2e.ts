import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

test('a statement of the UPI app is read, matched and worked off', async ({ page, desk }) => {
  const customer = { first_name: 'Divya', last_name: 'Menon', mobile: '9000077811' }
  const { id: user } = await desk.api<{ id: string }>('POST', '/api/users/', customer)
  const pay = (amount: number, more: object = {}) =>
    desk.api('POST', '/api/payments/', {
      user,
      method: 'upi',
      amount,
      happened_at: '2026-02-10T06:00:00Z',
      ...more,
    })
  await pay(401, { reference: '432198765001' })
  await pay(402, { happened_at: '2026-02-11T06:00:00Z' })
  await pay(403, { happened_at: '2026-02-20T06:00:00Z' })
  // What the demo shop has still to do is done.
  const open = await desk.api<{ results: { id: string }[] }>(
    'GET',
    '/api/statement-lines/?state=todo&limit=100',
  )
  for (const { id } of open.results)
    await desk.api('POST', `/api/statement-lines/${id}/set-aside/`, { reason: 'Of the demo shop' })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/cash`)
  await page.getByRole('link', { name: 'Statements' }).click()

  await test.step('the file is checked and read', async () => {
    const csv = [
      'Date,Narration,UTR,Amount',
      '10/02/2026,UPI from Divya,432198765001,401.00',
      '10/02/2026,UPI from Divya,,402.00',
      '10/02/2026,UPI from D Menon,,403.00',
      '20/02/2026,Interest,,1.25',
    ].join('\n')
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload statement' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'upi.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('button', { name: 'Check file' }).click()
    await expect(dialog.getByText('4 lines will be added')).toBeVisible()
    await expectAccessible(page, 'upload of a statement')
    await dialog.getByRole('button', { name: 'Add 4 lines' }).click()
    await expect(dialog.getByText(/^Of all statements .* 1 proposed, 2 not found\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a proposal is confirmed, a line matched by hand, another set aside', async () => {
    await page.getByRole('button', { name: 'Confirm line of ₹402.00' }).click()
    await page.getByRole('button', { name: 'Match line of ₹403.00' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Payment').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Match' }).click()
    await page.getByRole('button', { name: 'More actions for line of ₹1.25' }).click()
    await page.getByRole('menuitem', { name: 'Set aside' }).click()
    await page.getByLabel('What it is').fill('Interest')
    await page.getByRole('button', { name: 'Set aside' }).click()
    await expect(page.getByText('No Records found')).toBeVisible()
    await page.getByLabel('Lines').selectOption('Matched')
    await expect(page.getByText('Divya Menon, account')).toHaveCount(3)
    await expectAccessible(page, 'statements')
  })
})
