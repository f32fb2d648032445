import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

const numberIn = async (place: Locator) => Number((await place.innerText()).replace(/\D/g, ''))

/** The row count of the list on screen, over all pages. */
async function countOf(page: Page): Promise<number> {
  const found = page.getByRole('status').filter({ hasText: /found$/ })
  await expect(found).toHaveText(/\d/)
  return numberIn(found)
}

// Server and page have a test each for it: dashboard.test.ts that the counts are equal, DashboardPage.test.tsx where a tile leads.
test('each tile shows the count of the list that it opens @proof', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  for (const period of ['', '?period=7d']) {
    const dashboard = `${desk.shop.url}/dashboard${period}`
    await page.goto(dashboard)
    const tiles = page.getByRole('region', { name: /orders$|^People$/ }).locator('li a')
    await expect(tiles.first()).toContainText(/\d/)
    const number = await tiles.count()
    expect(number).toBe(14)
    for (let at = 0; at < number; at++) {
      const tile = tiles.nth(at)
      await expect(tile).toContainText(/\d/)
      const name = await tile.innerText()
      await test.step(name.replaceAll('\n', ' '), async () => {
        const shown = Number(/\n([\d,]+)/.exec(name)?.[1]?.replace(',', ''))
        await tile.click()
        expect(await countOf(page), name).toBe(shown)
        await page.goBack()
      })
    }
  }
})

test('the late orders are those of the list that their tile opens', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/dashboard`)
  const tile = page.getByRole('link', { name: /^Late print orders \d/ })
  const shown = Number(/\n([\d,]+)/.exec(await tile.innerText())?.[1]?.replace(',', ''))
  expect(shown).toBeGreaterThan(0)
  await tile.click()
  expect(await countOf(page)).toBe(shown)
})

test('the orders that will be late are those of the list that their tile opens', async ({ page, desk }) => {
  const open = await desk.api<{ results: { id: string }[] }>(
    'GET',
    '/api/all-orders/?limit=5&status=confirmed',
  )
  const promised_at = new Date(Date.now() + 2 * 3_600_000).toISOString()
  for (const { id } of open.results) await desk.api('PATCH', `/api/all-orders/${id}/`, { promised_at })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/dashboard`)
  const tile = page.getByRole('link', { name: /^Will be late \d/ })
  const shown = Number(/\n([\d,]+)/.exec(await tile.innerText())?.[1]?.replace(',', ''))
  expect(shown).toBeGreaterThan(0)
  await tile.click()
  await expect(page.getByRole('button', { name: 'Remove filter: Will be late' })).toBeVisible()
  expect(await countOf(page)).toBe(shown)
})

test('names, large figures and the last day of the chart are whole on the dashboard at 1280 @proof', async ({
  page,
  desk,
}) => {
  await page.route('**/api/dashboard?*', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), revenue: 2_223_708, pages: 219_475 }
    await route.fulfill({ response, json })
  })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/dashboard`)
  const figures = page.getByRole('group', { name: 'What to show over time' }).getByRole('button')
  await expect(figures.filter({ hasText: '₹22,23,708' })).toBeVisible()
  const ends = await figures.evaluateAll((buttons) =>
    buttons.map((button) => {
      const text = document.createRange()
      text.selectNodeContents(button)
      return [button.getBoundingClientRect().right, text.getBoundingClientRect().right]
    }),
  )
  for (const [edge = 0, end = 0] of ends) expect(end).toBeLessThanOrEqual(edge)

  const names = page.getByRole('table', { name: 'Staff load' }).getByRole('rowheader')
  await expect(names.first()).toBeVisible()
  // Two lines at most.
  for (const { height } of await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect())))
    expect(height).toBeLessThan(50)

  const last = page.getByRole('figure').locator('[class*=name]').last()
  const beyond = await last.evaluate((name) => {
    const names = name.parentElement ?? name
    const { overflow, overflowClipMargin } = getComputedStyle(names)
    // Of one axis alone browsers clip without the margin.
    const room = overflow === 'clip' ? Number.parseFloat(overflowClipMargin) : 0
    return name.getBoundingClientRect().right - names.getBoundingClientRect().right - room
  })
  expect(beyond).toBeLessThanOrEqual(0)
})

test('a period is shown as a chart and as a table, and the Content-Security-Policy blocks nothing', async ({
  page,
  desk,
}) => {
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security') && refused.push(message.text()))
  await desk.enter(page, 'admin')
  await page.goto(desk.shop.url)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByLabel('Period', { exact: true }).and(page.locator('select')).selectOption('Last 7 days')
  await expect(page).toHaveURL(/period=7d/)
  await page.getByRole('button', { name: /^Revenue/ }).click()
  const chart = page.getByRole('figure', { name: /^Payable/ })
  await expect(chart.locator('svg').first()).toBeVisible()
  await chart.hover()
  await expectAccessible(page, 'the chart')
  const values = chart.getByRole('slider', { name: 'Values' })
  await values.focus()
  await page.keyboard.press('Home')
  const first = await values.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(values).not.toHaveAttribute('aria-valuetext', first ?? '')
  await expect(chart.getByText(/^Revenue/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chart.getByText(/^Revenue/)).toBeHidden()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Day by day' }).getByRole('row')).toHaveCount(8)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Revenue/ })).toHaveAttribute('aria-pressed', 'true')
  expect(refused).toEqual([])
})
