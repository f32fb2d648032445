import { readFile } from 'node:fs/promises'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import { makePdf } from '../server/test/pdf.ts'
import { textOfPdf } from '../server/test/textOfPdf.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

type Row = { id: string; number: number }

test('an invoice is issued, its PDF read, and a part of it credited', async ({ page, desk }) => {
  const { version: _, ...settings } = await desk.api<InvoiceSettings>('GET', '/api/invoice-settings')
  const seller = {
    ...settings.seller,
    name: 'Śānti Prints',
    state: 'Maharashtra',
    registration: '27AAPFU0939F1ZV',
  }
  await desk.api('PUT', '/api/invoice-settings', { ...settings, seller })
  const person = { first_name: 'Bina', last_name: 'Credit', mobile: '+919000088321' }
  const { id: user } = await desk.api<Row>('POST', '/api/users/', person)
  const form = new FormData()
  form.append('order', JSON.stringify({ user, title: 'Leaflets', pickup: true, copies: 20 }))
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'leaflet.pdf')
  const order = await desk.api<Row>('POST', '/api/all-orders/', form)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${order.id}`)
  await page.getByRole('button', { name: 'Issue invoice' }).click()
  const link = page.getByRole('link', { name: /^Invoice INV\// })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Invoice INV\//)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const text = await textOfPdf(await readFile(await (await download).path()))
  for (const words of ['Tax invoice INV/', 'Śānti Prints', 'GSTIN 27AAPFU0939F1ZV', `Order ${order.number}`])
    expect(text).toContain(words)

  await page.getByRole('button', { name: 'Credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Smudged')
  await dialog.getByText('Parts', { exact: true }).click()
  await dialog.getByLabel(/Printing/).fill('5.5')
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Credit note CRN\//)
  await expect(page.getByText('₹5.50').first()).toBeVisible()
  await page.getByRole('link', { name: /^Invoice INV\// }).click()
  await expect(page.getByRole('link', { name: /₹5\.50/ })).toBeVisible()
})

test('what is due to a company for its vouchers of a month is invoiced by the shop, and credited', async ({
  page,
  desk,
}) => {
  const { api, shop } = desk
  const { version: _, ...settings } = await api<InvoiceSettings>('GET', '/api/invoice-settings')
  const seller = { ...settings.seller, name: 'Our Print' }
  await api('PUT', '/api/invoice-settings', { ...settings, seller })
  const { id: client } = await api<Row>('POST', '/api/clients/', {
    name: 'Kulfi Corner',
    contact: '9840012399',
    client_type: 1,
    address: JSON.stringify({ city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }),
  })
  await api('POST', `/api/clients/update/?client_id=${client}`, { agreed_price: 12.5 })
  await api('POST', '/api/save-voucher/', {
    client,
    voucher_detail: 'Mango kulfi',
    cost: 0,
    expiry_date: '2099-12-31',
    vouchers: [{ voucher_code: 'KULFI-1' }, { voucher_code: 'KULFI-2' }],
  })
  const person = { first_name: 'Kamal', last_name: 'Kulfi', mobile: '+919000088322' }
  const { id: user_id } = await api<Row>('POST', '/api/users/', person)
  const { results } = await api<{ results: { voucherInfoId: string }[] }>(
    'GET',
    `/api/get-voucher/?client_id=${client}`,
  )
  for (let sold = 0; sold < 2; sold++)
    await api('POST', '/api/save-purchased-voucher/', { user_id, voucher_info_id: results[0]?.voucherInfoId })
  // Last month.
  const month = await shop.withDatabase(async (db) => {
    await db`update voucher_moves set at = at - interval '3 months' where client_id = ${client}`
    await db`update purchased_vouchers set version = version + 1,
      purchased_at = day_start(date_trunc('month', shop_day(now()))::date - 9) where client_id = ${client}`
    const [row] = await db<
      [{ month: string }]
    >`select to_char(date_trunc('month', shop_day(now()))::date - 9, 'YYYY-MM') as month`
    return row.month
  })
  await desk.enter(page, 'admin')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${shop.url}/client_companies?query=kulfi`)
  await page
    .getByRole('link', { name: /Kulfi Corner/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Stock & due' }).click()
  const button = page.getByRole('button', { name: 'Issue invoice' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('title', 'This month is not over yet')
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month)
  await expect(page.getByRole('row', { name: /Mango kulfi/ })).toContainText('₹25.00')
  await expectAccessible(page, 'a month that can be invoiced')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const heading = await page.getByRole('heading', { name: 'Stock & due' }).boundingBox()
  expect(heading?.height).toBeLessThan(40)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Invoice SBI\// }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Self-billed invoice SBI\//)
  await expectAccessible(page, 'a self-billed invoice')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const text = await textOfPdf(await readFile(await (await download).path()))
  for (const words of ['Self-billed invoice SBI/', 'Kulfi Corner', 'Our Print', 'Mango kulfi, 2 codes'])
    expect(text).toContain(words)

  await page.getByRole('button', { name: 'Credit' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Wrong price')
  await page.getByRole('dialog').getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Self-billed credit note SBI\//)
  await page.goto(`${shop.url}/invoices?kind=purchases`)
  await expect(page.getByText('Kulfi Corner').first()).toBeVisible()
})
