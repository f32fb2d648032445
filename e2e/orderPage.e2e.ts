import { makePdf } from '../server/test/pdf.ts'
import { courier, expect, test } from './test.ts'

type Answer = { id: string; version: number; status: string }
type Intake = { api: <T>(method: string, path: string, body?: unknown) => Promise<T> }

/** An order with a PDF, in the hands of the courier whose password is known. */
async function handToCourier({ api }: Intake, title: string, pages: number): Promise<Answer> {
  const { results } = await api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const staff = await api<{ results: { id: string }[] }>('GET', `/api/staff_users/?query=${courier.email}`)
  const form = new FormData()
  form.append('order', JSON.stringify({ user: results[0]?.id, title, pickup: true }))
  form.append('files', new Blob([new Uint8Array(await makePdf(pages))]), 'thesis.pdf')
  const { id } = await api<Answer>('POST', '/api/all-orders/', form)
  return api('PATCH', `/api/all-orders/${id}/`, { status: 'assigned', assigned_user: staff.results[0]?.id })
}

test('a mistaken tap is undone, and a double tap is one tap', async ({ page, desk }) => {
  const { id } = await handToCourier(desk, 'Tapped twice', 1)
  const statusNow = async () => (await desk.api<Answer>('GET', `/api/all-orders/${id}/`)).status
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter(page, 'staff')
  await page.goto(`${desk.shop.url}/order/${id}`)
  await page.getByRole('button', { name: 'Out for delivery' }).dblclick()
  await expect(page.getByRole('button', { name: 'Delivered' })).toBeEnabled()
  expect(await statusNow()).toBe('out-for-delivery')
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: 'delivered' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(statusNow).toBe('out-for-delivery')
  await expect(page.getByText('“Tapped by mistake”')).toBeVisible()
})

test('a PDF is leafed through in the page, under the policy that allows nothing foreign', async ({
  page,
  desk,
}) => {
  const { id } = await handToCourier(desk, 'Leafed through', 30)
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security') && refused.push(message.text()))
  // The first link has run out: a new one is fetched without a word.
  let expired = true
  await page.route(/\/api\/order-files\/[^?]+\?expires/, (route) => {
    if (!expired) return route.continue()
    expired = false
    return route.fulfill({ status: 403, json: { code: 'link_expired', message: 'Too late' } })
  })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${id}`)
  await expect(page.getByRole('img', { name: 'Page 1 of 30' })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: 'Page 2 of 30' })).toBeVisible()
  await page.getByRole('region', { name: 'Preview of thesis.pdf' }).press('End')
  await expect(page.getByRole('img', { name: 'Page 30 of 30' })).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(1)
  expect(refused).toEqual([])
})

test('a file that is no PDF after all is offered as a download', async ({ page, desk }) => {
  const { id } = await handToCourier(desk, 'Damaged', 1)
  await page.route(/\/api\/order-files\/[^?]+\?expires/, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 and nothing more' }),
  )
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${id}`)
  await expect(page.getByText(/could not be shown here/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
})
