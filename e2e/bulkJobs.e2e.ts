import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { buildOrders } from '../server/test/build.ts'
import { expectAccessible } from './axe.ts'
import { type Desk, openDesk, staffUser } from './desk.ts'

// A shop of its own: the others would have 2,000 more orders.

const sizes = [
  { place: 'desk', viewport: { width: 1280, height: 800 } },
  { place: 'phone', viewport: { width: 390, height: 844 } },
] as const

let desk: Desk
test.beforeAll(async () => {
  desk = await openDesk()
  await desk.createStaffUser()
})
test.afterAll(() => desk?.shop.stop())

const jobs = (page: Page) => page.getByRole('button', { name: /^Bulk jobs/ })

for (const { place, viewport } of sizes) {
  test(`2,000 matching orders are assigned and the assignment is undone, at ${place} @proof`, async ({
    page,
  }) => {
    const title = `Handbill ${place}`
    const [touched] = await desk.shop.withDatabase(async (db) => {
      await buildOrders(db, 5, `Other ${place}`)
      return buildOrders(db, 2000, title)
    })
    const countOf = async (status: string) => {
      const search = new URLSearchParams({ status, query: title, limit: '1' })
      return (await desk.api<{ count: number }>('GET', `/api/all-orders/?${search}`)).count
    }
    await page.setViewportSize(viewport)
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/pending_orders?query=${encodeURIComponent(title)}`)

    if (place === 'phone') {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Select all on this page' }).click()
    } else await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await expect(bar.getByText('10 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Select all 2,000 that match' }).click()
    await expect(bar.getByText('All 2,000 that match are selected')).toBeVisible()
    await expectAccessible(page, `selection at ${place}`)
    await bar.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign 2,000 orders' })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: staffUser.full_name }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(bar).toHaveCount(0)
    // The focus goes to the next sensible place, not to the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

    // The progress survives a reload and another screen.
    await expect(jobs(page)).toBeVisible()
    await page.reload()
    await expect(jobs(page)).toBeVisible()
    await page.goto(`${desk.shop.url}/assigned_orders`)
    await expect(jobs(page)).toHaveAccessibleName('Bulk jobs. 2,000 assigned')
    expect([await countOf('confirmed'), await countOf('assigned')]).toEqual([0, 2000])

    await jobs(page).click()
    const panel = page.getByRole('dialog', { name: 'Bulk jobs' })
    await expect(panel.getByText(`Assign 2,000 orders to ${staffUser.full_name}`)).toBeVisible()
    await expectAccessible(page, `panel at ${place}`)
    const download = page.waitForEvent('download')
    // The message of its end, in front of the panel, may offer the same.
    await panel.getByRole('button', { name: 'Report' }).first().click()
    const report = await readFile(await (await download).path(), 'utf8')
    expect(report.match(/,changed,/g)).toHaveLength(2000)

    // Somebody goes on with one of them: it is left as it is.
    await desk.api('PATCH', `/api/all-orders/${touched}/`, { status: 'out-for-delivery' })
    await panel.getByRole('button', { name: 'Undo' }).first().click()
    await expect(panel.getByText('1,999 changed back, 1 refused').first()).toBeVisible()
    expect([await countOf('confirmed'), await countOf('assigned')]).toEqual([1999, 0])
    await panel.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(jobs(page)).toHaveCount(0)
    await page.goto(`${desk.shop.url}/pending_orders?query=${encodeURIComponent(title)}`)
    await expect(page.getByText(/of 1,999/)).toBeVisible()
    await desk.shop.expectInvariants()
  })
}
