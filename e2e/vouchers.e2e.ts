import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Desk, expect, test } from './test.ts'

type Named = { id: string; name: string }

/** Each test creates its own company, so that tests do not depend on each other. */
const company = ({ api }: Desk, name: string) =>
  api<Named>('POST', '/api/clients/', {
    name,
    contact: '9840012345',
    client_type: 1,
    address: JSON.stringify({ city: 'Chennai', state: 'Tamil Nadu', country: 'India', pincode: '600017' }),
  })

const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, field: string, text: string) {
  await dialog(page).getByRole('combobox', { name: field }).fill(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click()
}

/** Types the day, which is faster than using the picker. */
async function validUntil(page: Page, day: string) {
  await dialog(page).getByLabel('Validity').focus()
  await page.keyboard.type(day)
  await page.keyboard.press('Enter')
}

test('vouchers are created, edited and deleted, and a company lists its own @proof', async ({
  page,
  desk,
}) => {
  const chai = await company(desk, 'Chai Adda')
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/vouchers`)

  await page.getByRole('button', { name: 'Create New' }).first().click()
  await choose(page, 'Company', 'Chai Adda')
  await dialog(page).getByLabel('Voucher details').fill('A cup of chai')
  await validUntil(page, '31/12/2099')
  await dialog(page).getByLabel('Cost').fill('12.5')
  await dialog(page)
    .getByLabel('Image, PNG file')
    .setInputFiles({
      name: 'cup.png',
      mimeType: 'image/png',
      buffer: Buffer.from(onePixel, 'base64'),
    })
  await expect(dialog(page).getByRole('img', { name: 'Preview' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Add voucher' })).toBeDisabled()
  await dialog(page).getByLabel('Voucher code', { exact: true }).fill('CHAI-1')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 voucher added to Chai Adda')).toBeVisible()
  const first = page.getByRole('row', { name: /CHAI-1/ })
  await expect(first).toContainText('2099-12-31')
  await expect(first.getByRole('link', { name: 'Picture of CHAI-1' })).toBeVisible()

  await page.getByRole('button', { name: 'Create New' }).click()
  await choose(page, 'Company', 'Chai Adda')
  await dialog(page).getByLabel('Voucher details').fill('A samosa')
  await validUntil(page, '31/12/2099')
  await dialog(page).getByLabel('Cost').fill('8')
  for (const type of ['Multiple', 'Single', 'Multiple']) {
    await dialog(page).getByText(type, { exact: true }).click()
    await expect(dialog(page).getByRole('radio', { name: type })).toBeChecked()
  }
  await dialog(page).getByLabel('Voucher code', { exact: true }).fill('SAM-1')
  await dialog(page).getByRole('button', { name: 'Add voucher' }).click()
  // A code that the company already has is refused by name, and the form keeps its values.
  await dialog(page).getByRole('textbox', { name: 'Voucher code 2' }).fill('CHAI-1')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Something went wrong — please try again!')).toBeVisible()
  await expect(dialog(page).getByText('This company has the code CHAI-1 already')).toHaveCount(2)
  await dialog(page).getByRole('textbox', { name: 'Voucher code 2' }).fill('SAM-2')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 vouchers added to Chai Adda')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select voucher SAM-2' }).check()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Single' })).toBeDisabled()
  await dialog(page).getByLabel('Voucher code', { exact: true }).fill('SAM-20')
  await dialog(page).getByLabel('Cost').fill('9')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('SAM-20 saved')).toBeVisible()
  // The cost belongs to the group, so the other voucher has it too.
  await expect(page.getByRole('row', { name: /SAM-1/ })).toContainText('9.00')

  const groups = await desk.api<{ results: Named[] }>('GET', `/api/voucher-groups/?client_id=${chai.id}`)
  const list = encodeURIComponent(JSON.stringify(groups.results.map(({ id }) => id)))
  await page.goto(`${desk.shop.url}/clientVouchers?clientName=Chai%20Adda&voucherList=${list}`)
  await expect(page.getByRole('heading', { name: 'Chai Adda Vouchers' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Create New|Upload Vouchers/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This client has no vouchers!')).toBeVisible()
})

test('a CSV file is checked and imported, skipped lines can be downloaded, and vouchers are generated', async ({
  page,
  desk,
}) => {
  await company(desk, 'Sari Palace')
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/vouchers`)
  await page.getByRole('button', { name: 'Upload Vouchers' }).click()
  await choose(page, 'Company', 'Sari Palace')
  await validUntil(page, '31/12/2099')
  await dialog(page).getByLabel('Voucher details').fill('A silk sari')
  const file = { name: 'codes.csv', mimeType: 'text/csv' }
  const codes = dialog(page).getByLabel('CSV file')
  await codes.setInputFiles({ ...file, name: 'codes.txt', buffer: Buffer.from('x') })
  await expect(dialog(page).getByText('Only .csv files can be uploaded')).toBeVisible()
  const lines = ['voucher_code;cost', '007;5', 'SARI-2;', '007;5', '1.23E+11;', 'SARI-3;dear']
  await codes.setInputFiles({ ...file, buffer: Buffer.from(lines.join('\r\n')) })
  await dialog(page).getByRole('button', { name: 'Check file' }).click()
  await expect(dialog(page).getByText('2 codes can be imported')).toBeVisible()
  await expect(dialog(page).getByText('3 lines will be skipped')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Import 2 codes' }).click()
  await expect(dialog(page).getByText('2 codes imported')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download skipped lines' }).click()
  const report = await readFile(await (await downloading).path(), 'utf8')
  expect(report).toContain('1.23E+11')
  expect(report.trim().split('\n')).toHaveLength(4)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row', { name: /007/ })).toContainText('5.00')
  await expect(page.getByRole('row', { name: /SARI-2/ })).toContainText('A silk sari')

  await page.getByRole('button', { name: 'Generate codes' }).click()
  await choose(page, 'Company', 'Sari Palace')
  await dialog(page).getByLabel('Voucher details').fill('A cotton sari')
  await validUntil(page, '31/12/2099')
  await dialog(page).getByLabel('Cost').fill('3')
  await dialog(page).getByLabel('Prefix').fill('cotton-')
  await dialog(page).getByLabel('How many').fill('25')
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  await expect(dialog(page).getByText('25 codes made for Sari Palace')).toBeVisible()
  const exporting = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export CSV' }).click()
  const made = await readFile(await (await exporting).path(), 'utf8')
  expect(made.match(/COTTON-[A-HJ-NP-Z2-9]{10}/g)).toHaveLength(25)
  await dialog(page).getByRole('link', { name: 'Show them' }).click()
  await expect(page.getByText('Only A cotton sari of Sari Palace')).toBeVisible()
  await expect(page.getByText('1–10 of 25')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such voucher')
  await expect(page.getByText('No Records found')).toBeVisible()
})

test('a voucher is sold for coins and voided @proof', async ({ page, desk }) => {
  const { id: client } = await company(desk, 'Book Corner')
  const { results } = await desk.api<{ results: { id: string; first_name: string; last_name: string }[] }>(
    'GET',
    '/api/users/?limit=1',
  )
  const [customer] = results
  if (!customer) throw new Error('The demo shop has customers')
  await desk.api('POST', `/api/users/${customer.id}/coins/`, { delta: 50, reason: 'For a voucher' })
  const book = { client, voucher_detail: 'A paperback', expiry_date: '2099-12-31' }
  await desk.api('POST', '/api/save-voucher/', { ...book, cost: 40, vouchers: [{ voucher_code: 'BOOK-1' }] })
  await desk.api('POST', '/api/save-voucher/', {
    ...book,
    voucher_detail: 'An atlas',
    cost: 9_999_999,
    vouchers: [{ voucher_code: 'ATLAS-1' }],
  })

  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/user/${customer.id}?tab=vouchers`)
  await page.getByRole('button', { name: 'Sell voucher' }).click()
  await choose(page, 'Voucher', 'An atlas')
  await expect(dialog(page).getByText(/too few/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Sell voucher' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('coins')
  await choose(page, 'Voucher', 'A paperback')
  await dialog(page).getByRole('button', { name: 'Sell voucher' }).dblclick()
  await expect(dialog(page).getByText('BOOK-1')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row', { name: /BOOK-1/ })).toContainText('Valid')

  await page.goto(`${desk.shop.url}/vouchers?tab=purchased`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('BOOK-1')
  await page.getByRole('button', { name: 'Void BOOK-1' }).click()
  await dialog(page).getByLabel('Reason').fill('The wrong book')
  await dialog(page).getByRole('button', { name: 'Void voucher' }).click()
  await expect(page.getByText(/40\.00 coins returned to /)).toBeVisible()
  await expect(page.getByRole('row', { name: /BOOK-1/ })).toContainText('Voided')

  // A sold voucher can be neither edited nor deleted, not even after it was voided.
  await page.goto(`${desk.shop.url}/vouchers?query=BOOK-1`)
  await page.getByRole('checkbox', { name: 'Select voucher BOOK-1' }).check()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Something went wrong — please try again!')).toBeVisible()
  await expect(page.getByText(/purchased voucher cannot be deleted/)).toBeVisible()
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
