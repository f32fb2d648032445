import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'
import { waitUntilSettled } from './walk.ts'

// What a person changes on a list stays: in the address, over a reload and Back, and on the device.

type List = { count: number; results: { number: number; payable: number; created_at: string }[] }

const links = (page: Page) => page.locator('main a[href^="/order/"]')
const numbers = async (page: Page) => (await links(page).allInnerTexts()).map((text) => Number.parseInt(text))

/** Waits until the page shows the rows that the API has for this query, in this sequence. */
async function expectRows(page: Page, api: (path: string) => Promise<List>, query: string) {
  const { results } = await api(`/api/all-orders/?exclude_order_type=subscription&${query}`)
  await expect.poll(() => numbers(page)).toEqual(results.map(({ number }) => number))
  return results
}

/** Waits until the list has what the last filter asks for: rows that are being replaced are faint. */
async function settle(page: Page, filter: RegExp) {
  await expect(page).toHaveURL(filter)
  await waitUntilSettled(page)
  await expect(page.locator('main [aria-busy=false] > :has([data-row])')).toHaveCSS('opacity', '1')
}

test('at a desk: sequence, rows, columns and filters stay over reload and Back', async ({ page, desk }) => {
  const api = (path: string) => desk.api<List>('GET', path)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/total_orders`)
  await expectRows(page, api, 'limit=10')

  await test.step('a heading sorts', async () => {
    await page.getByRole('button', { name: 'Payable' }).click()
    await expect(page).toHaveURL(/ordering=-payable/)
    const rows = await expectRows(page, api, 'limit=10&ordering=-payable')
    expect(rows[0]?.payable).toBeGreaterThanOrEqual(rows[9]?.payable ?? 0)
    await expect(page.getByRole('columnheader', { name: 'Payable' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  await test.step('25 rows', async () => {
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('25')
    await expectRows(page, api, 'limit=25&ordering=-payable')
  })

  await test.step('columns are chosen', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByRole('checkbox', { name: 'Customer' }).uncheck()
    await columns.getByRole('checkbox', { name: 'Mobile' }).check()
    await columns.getByRole('checkbox', { name: 'Delivered' }).check()
    await columns.getByRole('button', { name: 'Move Payable up' }).click()
    await expectAccessible(page, 'choice of columns')
    await page.screenshot({ path: '.cache/e2e/lists-columns-1280.png' })
    await columns.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('filters', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('checkbox', { name: 'Pending' }).check()
    await filters.getByRole('checkbox', { name: 'Assigned' }).check()
    await filters.getByLabel('Amount from').fill('20')
    await filters.getByLabel('Amount to').fill('5000')
    // A number counts when its field is left.
    await settle(page, /payable_from=20/)
    await expectAccessible(page, 'filters')
    await page.screenshot({ path: '.cache/e2e/lists-filters-1280.png' })
    await filters.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  })
  const wanted = 'limit=25&ordering=-payable&status=confirmed&status=assigned&payable_from=20&payable_to=5000'
  await expectRows(page, api, wanted)
  await settle(page, /payable_to=5000/)
  await expectAccessible(page, 'filtered list')
  await page.screenshot({ path: '.cache/e2e/lists-1280.png' })

  const titles = () => page.getByRole('columnheader').allInnerTexts()
  const chosen = await titles()
  expect(chosen).toContain('Delivered')
  expect(chosen).toContain('Mobile')
  expect(chosen).not.toContain('Customer')
  expect(chosen.indexOf('Payable')).toBeLessThan(chosen.indexOf('Pages'))

  await test.step('all of it is there after a reload, and after Back from an order', async () => {
    await page.reload()
    await expectRows(page, api, wanted)
    expect(await titles()).toEqual(chosen)
    await links(page).first().click()
    await expect(page).toHaveURL(/\/order\//)
    await page.goBack()
    await expectRows(page, api, wanted)
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  })

  await test.step('each step is a step of Back', async () => {
    await page.getByRole('button', { name: 'Remove filter: Up to ₹5,000.00' }).click()
    await expect(page).not.toHaveURL(/payable_to/)
    await page.goBack()
    await expect(page).toHaveURL(/payable_to=5000/)
    await page
      .getByRole('region', { name: 'Active filters' })
      .getByRole('button', { name: 'Clear all' })
      .click()
    await expectRows(page, api, 'limit=25&ordering=-payable')
  })

  await test.step('the keys: j, x, Shift, Enter', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^Select order/ })
      .nth(4)
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('4 selected')).toBeVisible()
  })

  await test.step('a single hit opens by Enter', async () => {
    const [first] = await numbers(page)
    await page.getByLabel('Search').fill(String(first))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/order\//)
  })
})

test('on a phone: the menu sorts, the filters fit, and both stay', async ({ page, desk }) => {
  const api = (path: string) => desk.api<List>('GET', path)
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/pending_orders`)
  await expectRows(page, api, 'limit=10&status=confirmed')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expectAccessible(page, 'menu of sequences')
  await page.screenshot({ path: '.cache/e2e/lists-sort-390.png' })
  await page.getByRole('menuitemradio', { name: 'Waiting: longest first' }).click()
  const rows = await expectRows(page, api, 'limit=10&status=confirmed&ordering=created_at')
  expect(rows.map(({ created_at }) => created_at)).toEqual(
    rows.map(({ created_at }) => created_at).toSorted(),
  )

  await expect(page.getByRole('textbox', { name: 'From' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await expect(filters.getByRole('textbox', { name: 'From', exact: true })).toBeVisible()
  await filters.getByLabel('Colour').selectOption('bw')
  await filters.getByLabel('Waiting longer than').fill('1')
  await page.screenshot({ path: '.cache/e2e/lists-filters-390.png' })
  await settle(page, /color=bw/)
  await expectAccessible(page, 'filters on a phone')
  await filters.getByRole('button', { name: 'Done' }).click()
  const wanted = 'limit=10&status=confirmed&ordering=created_at&color=bw&waiting_days=1'
  await expectRows(page, api, wanted)
  await page.screenshot({ path: '.cache/e2e/lists-390.png' })
  await page.reload()
  await expectRows(page, api, wanted)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
