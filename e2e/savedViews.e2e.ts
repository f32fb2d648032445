import type { Page } from '@playwright/test'
import { tickMs } from '../web/src/base/feedback/closeLater.ts'
import { expectAccessible } from './axe.ts'
import { holdTimers } from './holdTimers.ts'
import { expect, test } from './test.ts'
import { open, openPage } from './walk.ts'

// A list as a person wants it is saved under a name, found again as a tab, changed, shared and deleted.

const tabs = (page: Page) => page.getByRole('region', { name: 'Saved views' }).getByRole('link')
const active = (page: Page) => page.locator('[aria-label="Saved views"] [aria-current=page]')

/** On a phone the views are among what is behind the dots. */
const menuButton = (page: Page) => page.getByRole('button', { name: /^(Saved views|More)$/ })

/** Opens the menu and chooses by keyboard. */
async function choose(page: Page, item: string) {
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item }).focus()
  await page.keyboard.press('Enter')
}

/** Where the first row is, once the list shows its new rows: nothing above may move. */
async function top(page: Page) {
  await expect(page.locator('main [aria-busy=false]:has([data-row])')).toBeVisible()
  let now: number | undefined
  const stays = async () => {
    const before = now
    now = (await page.locator('[data-row]').first().boundingBox())?.y
    return now !== undefined && now === before
  }
  // On a busy machine a screen takes some time to take its font sizes.
  await expect.poll(stays, { intervals: [100] }).toBe(true)
  return now
}

for (const place of ['desk', 'phone'] as const) {
  test(`a view of orders is saved, changed, shared and deleted, at ${place} @proof`, async ({
    browser,
    desk,
  }) => {
    const page = await openPage(browser, place, 'light')
    await holdTimers(page, tickMs)
    await desk.enter(page, 'admin')
    const width = place === 'desk' ? 1280 : 390
    // The first visit tells this device that there is no view yet: then no room is kept for tabs.
    await open(page, `${desk.shop.url}/total_orders`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('saved_views'))).toBe('[]')
    await open(page, `${desk.shop.url}/total_orders?color=color&ordering=-payable`)
    await expect(tabs(page)).toHaveCount(0)

    await test.step('saved by keyboard', async () => {
      await menuButton(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Save view…' })).toBeVisible()
      await expectAccessible(page, 'menu of views')
      await page.getByRole('menuitem', { name: 'Save view…' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Save view' })
      await expect(dialog.getByLabel('Name')).toBeFocused()
      await expectAccessible(page, 'dialog of a view')
      await page.screenshot({ path: `.cache/e2e/saved-view-dialog-${width}.png` })
      await page.keyboard.type(`Colour ${place}`)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(active(page)).toHaveText(`Colour ${place}`)
      await expect(page).toHaveURL(/color=color&ordering=-payable&view=/)
      // The focus goes back to the button.
      await expect(menuButton(page)).toBeFocused()
    })

    await test.step('the tab is there after a reload, at once, and opens the view', async () => {
      await page.goto(`${desk.shop.url}/total_orders`)
      await tabs(page).getByText(`Colour ${place}`).click()
      await expect(page).toHaveURL(/color=color&ordering=-payable&view=/)
      await top(page)
      await expectAccessible(page, 'tabs of views')
      await page.screenshot({ path: `.cache/e2e/saved-views-${width}.png` })
    })

    await test.step('a change is offered for the view, and nothing moves', async () => {
      const before = await top(page)
      await page.goto(page.url().replace('-payable', 'payable'))
      await expect(page.getByRole('button', { name: 'Update view' })).toBeVisible()
      expect(await top(page)).toBe(before)
      await page.screenshot({ path: `.cache/e2e/saved-view-changed-${width}.png` })
      await page.getByRole('button', { name: 'Update view' }).click()
      await expect(page.getByRole('button', { name: 'Update view' })).toHaveCount(0)
      const [view] = await desk.api<{ name: string; search: string }[]>('GET', '/api/saved-views/')
      expect(view?.search).toBe('color=color&ordering=payable')
    })

    await test.step('renamed and shared', async () => {
      await choose(page, 'Rename or share…')
      const dialog = page.getByRole('dialog', { name: `View Colour ${place}` })
      await dialog.getByLabel('Name').fill('Colour prints')
      await dialog.getByText('Everyone with this list').click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(active(page)).toHaveText('Colour prints')
      const [view] = await desk.api<{ is_shared: boolean }[]>('GET', '/api/saved-views/')
      expect(view?.is_shared).toBe(true)
    })

    await test.step('deleted, and back by Undo', async () => {
      await choose(page, 'Delete view')
      await expect(tabs(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(active(page)).toHaveText('Colour prints')
      await choose(page, 'Delete view')
      await expect(tabs(page)).toHaveCount(0)
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.context().close()
  })
}
