import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

type Answer = { id: string; number: number; payable: number }

test('an order is edited until it is printed: options, a file, an extra, a price by hand', async ({
  page,
  desk,
}) => {
  const { results } = await desk.api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const form = new FormData()
  form.append('order', JSON.stringify({ user: results[0]?.id, title: 'Changed', pickup: true }))
  form.append('files', new Blob([new Uint8Array(await makePdf(3))]), 'first.pdf')
  const { id, number } = await desk.api<Answer>('POST', '/api/all-orders/', form)
  const configuration = await desk.api<object>('GET', '/api/configurations')
  const usual_lines = [{ text: 'Lamination', price: 20 }]
  await desk.api('PUT', '/api/configurations', { ...configuration, usual_lines })
  const read = () => desk.api<Answer & { copies: number; lines: object[] }>('GET', `/api/all-orders/${id}/`)

  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${id}`)
  await expect(page.getByRole('heading', { name: `#${number} Changed` })).toBeVisible()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: `Edit order ${number}` })
  await dialog.getByLabel('Copies').fill('2')
  await expect(dialog.getByTestId('changed price')).toContainText('→')
  await dialog.getByLabel('Files', { exact: true }).setInputFiles({
    name: 'second.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf(1),
  })
  await expect(dialog.getByText('1 page', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove first.pdf' }).click()
  await dialog.getByRole('button', { name: 'Lamination ₹20.00' }).click()
  const before = (await read()).payable
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const after = await read()
  expect(after).toMatchObject({ copies: 2, lines: [{ text: 'Lamination', quantity: 1, price: 20 }] })
  expect(after.payable).not.toBe(before)
  await expect(page.getByText('Files: first.pdf → second.pdf')).toBeVisible()

  await page.keyboard.press('e')
  await dialog.getByLabel('Price by hand').fill('15')
  await dialog.getByLabel('Reason').fill('Printed late')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('By hand: Printed late')).toBeVisible()

  await desk.api('POST', '/api/print-jobs/', { orders: [id], by_hand: true })
  await page.reload()
  await expect(page.getByRole('heading', { name: `#${number} Changed` })).toBeVisible()
  await page.keyboard.press('e')
  await expect(
    dialog.getByText('Only title, promised time, notes and address can still change'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Copies')).toHaveCount(0)
})
