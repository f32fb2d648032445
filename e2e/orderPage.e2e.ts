import { makePdf } from '../server/test/pdf.ts'
import { assignOrder, hireCourier, signIn } from './courier.ts'
import { expect, staffUser, test } from './test.ts'

type Answer = { id: string; version: number; status: string }
type Dependencies = { api: <T>(method: string, path: string, body?: unknown) => Promise<T> }

/** Creates an order with a PDF and assigns it to `staffUser`. */
async function createAssignedOrder({ api }: Dependencies, title: string, pages: number): Promise<Answer> {
  const { results } = await api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const staff = await api<{ results: { id: string }[] }>('GET', `/api/staff_users/?query=${staffUser.email}`)
  const form = new FormData()
  form.append('order', JSON.stringify({ user: results[0]?.id, title, pickup: true }))
  form.append('files', new Blob([new Uint8Array(await makePdf(pages))]), 'thesis.pdf')
  const { id } = await api<Answer>('POST', '/api/all-orders/', form)
  return api('PATCH', `/api/all-orders/${id}/`, { status: 'assigned', assigned_user: staff.results[0]?.id })
}

test('a mistaken move is undone, and a double tap moves once', async ({ page, desk }) => {
  const { id } = await createAssignedOrder(desk, 'Tapped twice', 1)
  const readStatus = async () => (await desk.api<Answer>('GET', `/api/all-orders/${id}/`)).status
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter(page, 'staff')
  await page.goto(`${desk.shop.url}/order/${id}`)
  await page.getByRole('button', { name: 'Out for delivery' }).dblclick()
  await expect(page.getByRole('button', { name: 'Delivered' })).toBeEnabled()
  expect(await readStatus()).toBe('out-for-delivery')
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: 'delivered' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(readStatus).toBe('out-for-delivery')
  await expect(page.getByText('“Tapped by mistake”')).toBeVisible()
})

test('a PDF is paged through in the preview under the Content-Security-Policy', async ({ page, desk }) => {
  const { id } = await createAssignedOrder(desk, 'Leafed through', 30)
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security') && refused.push(message.text()))
  // The first link has expired; the page requests a new one by itself.
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

test('a damaged PDF is offered as a download', async ({ page, desk }) => {
  const { id } = await createAssignedOrder(desk, 'Damaged', 1)
  await page.route(/\/api\/order-files\/[^?]+\?expires/, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 and nothing more' }),
  )
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${id}`)
  await expect(page.getByText(/could not be shown here/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
})

test('a comment reaches the courier whom it names while their page is open', async ({ browser, desk }) => {
  // Of their own: other stories name the courier whom all share.
  const courier = await hireCourier(desk, 'Zarina')
  const { id } = await assignOrder(desk, courier, 'Talked about', '560001')
  const [office, road] = [await browser.newPage(), await browser.newPage()]
  await signIn(road, desk, courier)
  await road.goto(`${desk.shop.url}/assigned_orders`)
  await desk.enter(office, 'admin')
  await office.goto(`${desk.shop.url}/order/${id}`)

  const field = office.getByRole('textbox', { name: 'Comment' })
  await field.fill('Nothing for the road')
  await field.press('Control+Enter')
  await expect(office.getByRole('list', { name: 'Comments' })).toContainText('Nothing for the road')
  await expect(field).toHaveValue('')
  await field.fill('Ring twice ')
  await office
    .getByRole('group', { name: 'Who is told' })
    .getByRole('button', { name: /Zarina/ })
    .click()
  await office.getByRole('button', { name: 'Comment', exact: true }).click()

  await road.getByRole('button', { name: /^\d+ comments? names? you/ }).click()
  await road.getByRole('menuitem', { name: /Ring twice/ }).click()
  await road.waitForURL(`**/order/${id}`)
  await expect(road.getByRole('list', { name: 'Comments' })).toContainText('Ring twice')
  await expect(road.getByText('Nothing for the road')).toHaveCount(0)
  // It is seen now.
  await expect(road.getByRole('button', { name: /names you/ })).toHaveCount(0)
  await office.close()
  await road.close()
})
