import type { Locator } from '@playwright/test'
import { expect, test } from './test.ts'

// Windows lets people choose the few colours that all pages use: what is told by a colour alone would be gone.

const ground = (part: Locator) => part.evaluate((one) => getComputedStyle(one).backgroundColor)
const ink = (part: Locator) => part.evaluate((one) => getComputedStyle(one).color)

test('with forced colours the main button is still told from the others', async ({ browser, desk }) => {
  const context = await browser.newContext({ forcedColors: 'active' })
  const page = await context.newPage()
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/total_orders`)
  const main = page.getByRole('link', { name: 'New order' })
  const other = page.getByRole('button', { name: 'Export CSV' })
  await expect(main).toBeVisible()
  expect(await ground(main)).not.toBe(await ground(other))
  expect(await ink(main)).not.toBe(await ground(main))

  await test.step('the place in the menu, too', async () => {
    const border = (name: string) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name, exact: true })
        .first()
        .evaluate((one) => getComputedStyle(one).borderInlineStartWidth)
    await page.goto(`${desk.shop.url}/users`)
    expect([await border('Users'), await border('Dashboard')]).toEqual(['4px', '0px'])
  })
  await context.close()
})
