import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import sharp from 'sharp'
import { decodeQr, renderPages } from '../server/test/decodeQr.ts'
import { freshFetch } from '../server/test/freshFetch.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Scans as a phone does, without following the redirect. */
const scan = (address: string, method = 'GET') =>
  freshFetch(address, { method, redirect: 'manual', headers: { 'user-agent': iphone } })

const rowOf = (page: Page, company: string) => page.getByRole('row', { name: new RegExp(company) })
const pngOf = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
const bytesOf = async (download: Download) => readFile(await download.path())

/** Fills the open form and saves it. */
async function fillAndSave(page: Page, company: string, target: string | Buffer) {
  const form = page.getByRole('dialog', { name: 'Generate QR' })
  await form.getByLabel('Company').fill(company)
  if (typeof target === 'string') await form.getByLabel('Redirection URL').fill(target)
  else {
    await form.getByText('Image', { exact: true }).click()
    const file = { name: 'offer.png', mimeType: 'image/png', buffer: target }
    await form.getByLabel('Image, PNG file').setInputFiles(file)
    await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible()
  }
  await form.getByLabel('Validity').fill('31/12/2099')
  await form.getByLabel('Value').fill('250')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

test('a QR code is created, printed, scanned, deactivated, activated and deleted @proof', async ({
  page,
  desk,
}) => {
  const list = `${desk.shop.url}/qr_codes`
  await desk.enter(page, 'admin')
  await page.goto(list)
  await expect(page.getByRole('heading', { name: 'QR Code Generator' })).toBeVisible()
  await page.getByRole('button', { name: 'Generate QR' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Generate QR' })).toBeVisible()
  await expectAccessible(page, 'the form for a new code')
  const form = page.getByRole('dialog', { name: 'Generate QR' })
  for (const type of ['Image', 'Redirect URL', 'Image', 'Redirect URL']) {
    await form.getByText(type, { exact: true }).click()
    await expect(form.getByLabel(type, { exact: true })).toBeChecked()
    await expect(form.getByLabel('Redirection URL')).toBeVisible({ visible: type === 'Redirect URL' })
  }
  await fillAndSave(page, 'Riverside Cafe', 'https://riverside.example/menu')
  const row = rowOf(page, 'Riverside Cafe')
  await expect(row).toContainText('2099-12-31')
  await expect(row).toContainText('riverside.example/menu')

  // The downloaded files contain the address shown in the dialog, with the highest error correction.
  await row.getByRole('button', { name: 'View' }).click()
  const view = page.getByRole('dialog', { name: /^QR code \d+$/ })
  await expect(view).toBeVisible()
  await expectAccessible(page, 'the code')
  const printed = await view.locator('code').innerText()
  expect(printed).toMatch(/\/\?qr_code=\d+$/)
  for (const name of ['PNG', 'SVG']) {
    const downloading = page.waitForEvent('download')
    await view.getByRole('button', { name: `Download ${name}` }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`1.${name.toLowerCase()}`)
    const picture = await sharp(await bytesOf(download))
      .png()
      .toBuffer({ resolveWithObject: true })
    expect(picture.info).toMatchObject({ width: 350, height: 350 })
    const [found, ...more] = await decodeQr(picture.data)
    expect(found).toMatchObject({ text: printed, level: 'H' })
    expect(more).toEqual([])
    // A quiet zone of four modules around the code.
    expect(found?.left).toBeGreaterThan(20)
    expect((found?.left ?? 0) + (found?.width ?? 0)).toBeLessThan(330)
  }
  await view.getByRole('button', { name: 'Close' }).click()

  const address = desk.shop.url + new URL(printed).search
  const led = await scan(address)
  expect([led.status, led.headers.get('location')]).toEqual([302, 'https://riverside.example/menu'])
  expect((await scan(address, 'HEAD')).status).toBe(302)
  await page.reload()
  await expect(row.getByRole('cell').nth(6)).toHaveText('1')

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Inactive')
  const off = await scan(address)
  expect(off.status).toBe(410)
  expect(await off.text()).toContain('<html')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(row).toContainText('Active')
  expect((await scan(address)).status).toBe(302)

  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: /^Edit QR code/ })
  await edit.getByLabel('Redirection URL').fill('https://riverside.example/drinks')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('riverside.example/drinks')
  expect((await scan(address)).headers.get('location')).toBe('https://riverside.example/drinks')

  // Its scans: three by phone; the HEAD request is uncounted.
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Scans' }).click()
  await expect(page.getByText(/^Only QR code/)).toContainText('Riverside Cafe')
  const today = page.getByRole('table', { name: 'Scans by day' }).getByRole('row').nth(1)
  await expect(today.getByRole('cell')).toHaveText(['3', '0', '0', '0', '3'])
  await expect(page.getByText('Not counted: 1 HEAD request')).toBeVisible()
  await expectAccessible(page, 'the scans of one code')
  await page.getByRole('link', { name: 'QR codes', exact: true }).click()

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  // The message comes with the response; until then the closing dialog hides the row.
  await expect(page.getByText(/^QR code \d+ deleted$/)).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await scan(address)).status).toBe(404)
})

test('a QR code shows an image, and a sheet of labels can be scanned @proof', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/qr_codes`)
  const companies = ['Lakeside Prints', 'Lakeside Frames', 'Lakeside Cards']
  for (const company of companies) {
    await page.getByRole('button', { name: 'Generate QR' }).first().click()
    await fillAndSave(page, company, await pngOf('#17803d'))
    await expect(rowOf(page, company)).toContainText('Image')
  }
  await page.getByRole('searchbox').fill('lakeside')
  await expect(page).toHaveURL(/query=lakeside/)
  await expect(page.getByRole('row')).toHaveCount(companies.length + 1)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Print labels' }).click()
  const form = page.getByRole('dialog', { name: 'Print labels of 3 QR codes' })
  await expectAccessible(page, 'the labels')
  await form.getByLabel('Size').fill('80')
  await form.getByRole('button', { name: 'Download PDF' }).click()
  await expect(form.getByText(/At 80 mm at most 1 column/)).toBeVisible()
  await form.getByLabel('Size').fill('30')
  await form.getByLabel('Columns').fill('4')
  await form.getByLabel('Copies').fill('2')
  const downloading = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Download PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('qr-labels.pdf')
  const [sheet, ...more] = await renderPages(await bytesOf(download), 150)
  expect(more).toEqual([])
  const found = await decodeQr(sheet ?? Buffer.alloc(0))
  expect(found).toHaveLength(6)
  const printed = [...new Set(found.map(({ text }) => text))]
  expect(printed).toHaveLength(3)

  // Typing in the search clears the selection.
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('searchbox').fill('lakeside p')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toHaveCount(0)

  const shown = await scan(desk.shop.url + new URL(printed[0] ?? '').search)
  expect(shown.status).toBe(200)
  const [, source] = /<img[^>]*src="([^"]+)"/.exec(await shown.text()) ?? []
  const picture = await freshFetch(new URL((source ?? '').replaceAll('&amp;', '&'), desk.shop.url))
  expect(picture.headers.get('content-type')).toBe('image/png')
})
