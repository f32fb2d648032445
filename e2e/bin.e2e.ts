import type { Page } from '@playwright/test'
import { freshFetch } from '../server/test/freshFetch.ts'
import { tickMs } from '../web/src/base/feedback/closeLater.ts'
import { expectAccessible } from './axe.ts'
import { holdTimers } from './holdTimers.ts'
import { type Desk, expect, test } from './test.ts'

const sizes = [
  { place: 'desk', viewport: { width: 1280, height: 800 } },
  { place: 'phone', viewport: { width: 390, height: 844 } },
] as const

const companyOf = async (desk: Desk, name: string) => {
  const place = { city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }
  const company = { name, contact: '9844055669', client_type: 1, ...place }
  const { id } = await desk.api<{ id: string }>('POST', '/api/clients/', company)
  await desk.api('POST', '/api/save-voucher/', {
    client: id,
    voucher_detail: 'Ten percent off',
    cost: 5,
    expiry_date: '2099-12-31',
    vouchers: [{ voucher_code: 'ONE' }, { voucher_code: 'TWO' }],
  })
}

/** A row of a table, or a card of a phone's list. */
const recordOf = (page: Page, name: string) =>
  page.getByRole('row', { name }).or(page.getByRole('listitem').filter({ hasText: name }))

async function removeCompany(page: Page, desk: Desk, name: string) {
  await page.goto(`${desk.shop.url}/client_companies?query=${encodeURIComponent(name)}`)
  await recordOf(page, name).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('kept in the bin with its 2 codes for 30 days')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} deleted`)).toBeVisible()
  await expect(recordOf(page, name)).toHaveCount(0)
}

for (const { place, viewport } of sizes) {
  test(`a company is deleted, undone, restored from the bin and deleted for good, at ${place} @proof`, async ({
    page,
    desk,
  }) => {
    const name = `Bin Bakery ${place}`
    await page.setViewportSize(viewport)
    await companyOf(desk, name)
    await holdTimers(page, tickMs)
    await desk.enter(page, 'admin')

    // Undo in the message, by the keyboard.
    await removeCompany(page, desk, name)
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${name} is back`)).toBeVisible()
    await expect(recordOf(page, name)).toContainText('2')

    // Restored from the bin, which the settings menu opens.
    await removeCompany(page, desk, name)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Bin' }).click()
    await expect(page).toHaveURL(/\/bin$/)
    const entry = recordOf(page, name)
    await expect(entry).toContainText('Company')
    await expect(entry).toContainText('30 days')
    await expectAccessible(page, `the bin at ${place}`)
    await entry.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(entry).toHaveCount(0)
    await page.goto(`${desk.shop.url}/vouchers?query=${encodeURIComponent(name)}`)
    await expect(page.getByText('TWO').first()).toBeVisible()

    // Deleted for good.
    await removeCompany(page, desk, name)
    await page.goto(`${desk.shop.url}/bin?kind=company&query=${encodeURIComponent(name)}`)
    await recordOf(page, name)
      .getByRole('button', { name: `Delete for good: ${name}` })
      .click()
    const question = page.getByRole('dialog', { name: `Delete ${name} for good?` })
    await expectAccessible(page, `the question before deleting for good, at ${place}`)
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByText('No Records found')).toBeVisible()
    await expect(page.getByText(`${name} deleted for good`)).toBeVisible()
  })
}

test('a scanned QR code is gone, and its Undo brings the number back', async ({ page, desk }) => {
  const form = new FormData()
  const fields = { company: 'Bin Tea', value: '1', validity: '2099-12-31', count: '0' }
  for (const [name, value] of Object.entries({ ...fields, redirection_url: 'https://example.com/' }))
    form.append(name, value)
  const { code } = await desk.api<{ code: number }>('POST', '/api/qr-codes/', form)
  const scan = async () =>
    (await freshFetch(`${desk.shop.url}/?qr_code=${code}`, { redirect: 'manual' })).status
  await holdTimers(page, tickMs)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/qr_codes?query=Bin+Tea`)
  await page.getByRole('row', { name: 'Bin Tea' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`QR code ${code} deleted`)).toBeVisible()
  expect(await scan()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`QR code ${code} is back`)).toBeVisible()
  await expect(page.getByRole('row', { name: 'Bin Tea' })).toBeVisible()
  expect(await scan()).toBe(302)
})
