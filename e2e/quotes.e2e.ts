import { readFile } from 'node:fs/promises'
import { makePdf } from '../server/test/pdf.ts'
import { textOfPdf } from '../server/test/textOfPdf.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

type Row = { id: string; number: number; order_files: { name: string }[]; payable: number }
type Page<T> = { results: T[] }

test('a quote is saved, its PDF read, and confirmed with a tap', async ({ page, desk }) => {
  const customer = { first_name: 'Śānti', last_name: 'Rao', mobile: '9000077701' }
  const { id: user } = await desk.api<Row>('POST', '/api/users/', customer)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/new_order?user=${user}`)
  await expect(page.getByText('Śānti Rao').first()).toBeVisible()
  const file = { name: 'cards.pdf', mimeType: 'application/pdf', buffer: await makePdf(3) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.getByText('3 pages', { exact: true })).toBeVisible()
  await page.getByRole('switch', { name: 'Pick-up' }).click()
  await page.getByRole('button', { name: 'Save as quote' }).click()
  await expect(page).toHaveURL(/\/quote\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Quote \d+ · cards/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const text = await textOfPdf(await readFile(await (await download).path()))
  for (const words of ['Śānti Rao', 'cards.pdf – 3 pages', 'Rs 6.00', 'valid until'])
    expect(text).toContain(words)

  await page.getByRole('button', { name: 'More actions for quote' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByText('cards.pdf')).toBeVisible()
  await page.getByLabel('Copies').fill('2')
  await page.getByRole('button', { name: 'Save quote' }).click()
  await expect(page.getByText('₹12.00').last()).toBeVisible()

  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText(/From quote \d+/)).toBeVisible()
  const { results } = await desk.api<Page<Row>>('GET', `/api/all-orders/?user=${user}`)
  expect(results).toMatchObject([{ payable: 12, order_files: [{ name: 'cards.pdf' }] }])
})

test('something is wrong with a delivered order: a photo, then a reprint; and again, then a refund', async ({
  page,
  desk,
}) => {
  const customer = { first_name: 'Kiran', last_name: 'Das', mobile: '9000077702' }
  const { id: user } = await desk.api<Row>('POST', '/api/users/', customer)
  const form = new FormData()
  form.append('order', JSON.stringify({ user, title: 'Torn cover', pickup: true, copies: 20 }))
  form.append('files', new Blob([new Uint8Array(await makePdf(2))]), 'thesis.pdf')
  const order = await desk.api<Row>('POST', '/api/all-orders/', form)
  const { results: staff } = await desk.api<Page<Row>>('GET', '/api/staff_users/?query=ravi')
  const move = (body: object) => desk.api('PATCH', `/api/all-orders/${order.id}/`, body)
  await move({ assigned_user: staff[0]?.id })
  await move({ status: 'out-for-delivery' })
  await move({ status: 'delivered' })

  const damaged = async () => {
    const { counts } = await desk.api<{ counts: { reason: string; complaints: number }[] }>(
      'GET',
      '/api/complaint-counts/',
    )
    return counts.find(({ reason }) => reason === 'damaged')?.complaints ?? 0
  }
  const before = await damaged()

  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${order.id}`)
  await page.getByRole('button', { name: 'Something is wrong' }).click()
  await page.getByRole('combobox', { name: 'What is wrong' }).selectOption('Damaged')
  await page.getByLabel('What the customer says').fill('The cover is torn')
  const photo = await page.screenshot({ type: 'jpeg' })
  await page.getByLabel('Photos').setInputFiles({ name: 'torn.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Save' }).click()
  const picture = page.getByRole('img', { name: 'Photo 1 of what is wrong' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)

  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  const reprint = page.getByRole('link', { name: /^order \d+$/ })
  await expect(reprint).toBeVisible()
  await expect(page.getByText(/Complaint resolved: printed again/)).toBeVisible()
  await reprint.click()
  await expect(page.getByText(/Reprint of order \d+, at the cost of the shop/)).toBeVisible()
  const { results } = await desk.api<Page<Row>>('GET', `/api/all-orders/?user=${user}&ordering=id`)
  expect(results.map(({ payable }) => payable)).toEqual([80, 0])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${desk.shop.url}/order/${order.id}`)
  await page.getByRole('button', { name: 'Something is wrong' }).click()
  await page.getByRole('combobox', { name: 'What is wrong' }).selectOption('Late')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Refund' }).check()
  await dialog.getByLabel('Amount').fill('30')
  await expectAccessible(page, 'a refund')
  await page.screenshot({ path: '.cache/e2e/refund-390.png' })
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Refund of ₹30.00')).toBeVisible()
  expect(await desk.api('GET', `/api/all-orders/${order.id}/`)).toMatchObject({ due: 50 })

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${desk.shop.url}/complaints`)
  await expect(page.getByText(`#${order.number} Torn cover`).first()).toBeVisible()
  await expect(page.getByLabel('Complaints by reason')).toContainText(`Damaged ${before + 1}`)
})
