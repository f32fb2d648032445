import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { expectAccessible } from './axe.ts'
import { expectTapTargets } from './targets.ts'
import { expect, staffUser, test } from './test.ts'
import { waitUntilSettled } from './walk.ts'

type Order = { id: string; number: number; promised_at: string | null }
type Found<Row> = { results: Row[] }

const shot = (page: Page, name: string) => page.screenshot({ path: `.cache/e2e/promises-${name}.png` })

test('an order is promised for “in 2 hours”, becomes late, and the lists of late orders find it', async ({
  page,
  desk,
}) => {
  const { results } = await desk.api<Found<{ id: string }>>('GET', '/api/users/?limit=1')
  await page.setViewportSize({ width: 1280, height: 900 })
  await desk.enter(page, 'admin')

  await test.step('taken in with a promise', async () => {
    await page.goto(`${desk.shop.url}/new_order?user=${results[0]?.id}`)
    await page.getByLabel('Files', { exact: true }).setInputFiles({
      name: 'Gujarati cards.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await makePdf(2)),
    })
    await page.getByRole('switch', { name: 'Pick-up' }).check()
    const field = page.getByRole('textbox', { name: /^Promised for/ })
    await field.fill('in 2 hours')
    await expect(page.getByText(/^\d+\w\w \w{3} \d{4}, \d+:\d\d [ap]m$/)).toBeVisible()
    await expectAccessible(page, 'promised time of a new order')
    await shot(page, 'new-1280')
    await page.getByRole('button', { name: 'Take order' }).click()
    await expect(page.getByRole('heading', { name: /Gujarati cards/ })).toBeVisible()
    await expect(page.getByText(/^By /)).toBeVisible()
    await waitUntilSettled(page)
    await shot(page, 'order-1280')
  })

  const id = page.url().split('/').at(-1) ?? ''
  const order = await desk.api<Order>('GET', `/api/all-orders/${id}/`)
  expect(Math.abs(Date.parse(order.promised_at ?? '') - Date.now() - 2 * 3_600_000)).toBeLessThan(300_000)

  await test.step('it is late: the open page hears of it, the tile counts it and opens its list', async () => {
    const late = new Date(Date.now() - 20 * 60_000).toISOString()
    await desk.api('PATCH', `/api/all-orders/${id}/`, { promised_at: late })
    await expect(page.getByText(/^Late 2\d min$/)).toBeVisible()
    await page.goto(`${desk.shop.url}/dashboard`)
    await page.getByRole('link', { name: /^Late print orders/ }).click()
    await expect(page.getByRole('button', { name: 'Remove filter: Late' })).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByRole('checkbox', { name: 'Promised' }).check()
    await columns.getByRole('checkbox', { name: 'Printed' }).check()
    await columns.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Promised', exact: true }).click()
    await expect(page).toHaveURL(/ordering=promised_at/)
    const row = page.getByRole('row', { name: /Gujarati cards/ })
    await expect(row).toContainText(/Late 2\d min/)
    await expect(row).toContainText('Not printed')
    // Rows that are being replaced are faint.
    await waitUntilSettled(page)
    await expect(page.locator('main [aria-busy=false] > :has([data-row])')).toHaveCSS('opacity', '1')
    await expectAccessible(page, 'list of late orders')
    await shot(page, 'late-1280')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('combobox', { name: 'Due' }).selectOption('soon')
    await expect(row).toBeHidden()
    await waitUntilSettled(page)
    await shot(page, 'filters-1280')
  })
})

test('a courier says on the phone that an order can be fetched', async ({ browser, desk }) => {
  const { results } = await desk.api<Found<{ id: string }>>('GET', '/api/users/?limit=1')
  const staff = await desk.api<Found<{ id: string }>>('GET', `/api/staff_users/?query=${staffUser.email}`)
  const form = new FormData()
  const promised_at = new Date(Date.now() + 30 * 60_000).toISOString()
  form.append(
    'order',
    JSON.stringify({ user: results[0]?.id, title: 'To be fetched', pickup: true, promised_at }),
  )
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'one.pdf')
  const { id, number } = await desk.api<Order>('POST', '/api/all-orders/', form)
  await desk.api('PATCH', `/api/all-orders/${id}/`, { assigned_user: staff.results[0]?.id })

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await desk.enter(page, 'staff')
  await page.goto(`${desk.shop.url}/assigned_orders`)
  const card = page.getByRole('listitem').filter({ hasText: 'To be fetched' })
  await expect(card).toContainText(/Due in \d+ min/)
  await expectTapTargets(page, 'cards of orders to fetch')
  await expectAccessible(page, 'cards of orders to fetch')
  await card.getByRole('button', { name: 'Ready' }).tap()
  await expect(card).toContainText('Ready for pick-up')
  await waitUntilSettled(page)
  await shot(page, 'card-390')

  const ready = await desk.api<Found<Order>>('GET', '/api/all-orders/?is_ready=true')
  expect(ready.results.map((one) => one.number)).toContain(number)
  await page.goto(`${desk.shop.url}/order/${id}`)
  await page.getByRole('button', { name: /^More actions/ }).tap()
  await page.getByRole('menuitem', { name: 'Not ready for pick-up' }).tap()
  await expect(page.getByRole('button', { name: 'Ready', exact: true })).toBeVisible()
  await waitUntilSettled(page)
  await shot(page, 'order-390')
  await context.close()
})
