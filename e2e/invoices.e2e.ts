import { readFile } from 'node:fs/promises'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import { makePdf } from '../server/test/pdf.ts'
import { textOfPdf } from '../server/test/textOfPdf.ts'
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
