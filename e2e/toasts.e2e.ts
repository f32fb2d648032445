import type { Locator, Page } from '@playwright/test'
import { tickMs } from '../web/src/base/feedback/closeLater.ts'
import { holdTimers } from './holdTimers.ts'
import { expect, test } from './test.ts'
import { open, openPage, type Place, waitUntilSettled } from './walk.ts'

// A toast never covers an action: not those of the page, not those of a dialog that opens while it is shown.

type Box = { x: number; y: number; width: number; height: number }

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const toast = (page: Page) => page.locator('[data-toast]')

/** Fails if the toast lies over one of these actions that are in the window. */
async function expectUncovered(page: Page, actions: Locator, where: string) {
  await waitUntilSettled(page)
  const covered = async () => {
    const message = await toast(page).last().boundingBox()
    if (!message) throw new Error('The toast has gone')
    const found: string[] = []
    for (const action of await actions.all()) {
      const box = await action.boundingBox()
      if (box && overlap(message, box)) found.push((await action.textContent()) ?? '')
    }
    return found
  }
  // It is placed again when the page has changed under it.
  await expect.poll(covered, { message: where, intervals: [100] }).toEqual([])
}

/** Every write is refused until it is called, so that it shows a toast. */
async function failWrites(page: Page): Promise<() => void> {
  let fails = true
  await page.route('**/api/**', (route) =>
    !fails || ['GET', 'HEAD'].includes(route.request().method())
      ? route.continue()
      : route.fulfill({ status: 503, json: { code: 'busy', message: 'The server is busy' } }),
  )
  return () => {
    fails = false
  }
}

for (const place of ['desk', 'phone'] as const satisfies Place[]) {
  test(`toasts cover no action at ${place} @proof`, async ({ browser, desk }) => {
    const page = await openPage(browser, place, 'light')
    await desk.enter(page, 'admin')
    const orders = await desk.api<{ results: { id: string }[] }>(
      'GET',
      '/api/all-orders/?status=assigned&limit=1',
    )
    const order = orders.results[0]?.id ?? ''
    await holdTimers(page, tickMs)
    const letWrite = await failWrites(page)

    await test.step('above the bar at the bottom of an order', async () => {
      await open(page, `${desk.shop.url}/order/${order}`)
      await page.getByRole('button', { name: 'Out for delivery' }).click()
      await expect(toast(page)).toBeVisible()
      await expectUncovered(page, page.locator('main a, main button'), 'the order')
    })

    await test.step('and beside the buttons of a dialog that opens under it', async () => {
      await page.getByRole('button', { name: 'Cancel order' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      // The toast is in there, so that it can be used.
      const actions = dialog.locator(':is(a, button, input, textarea):not([data-toast] *)')
      await expectUncovered(page, actions, 'the dialog')
      // Where they were tapped, the button answers.
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('a list', async () => {
      await open(page, `${desk.shop.url}/qr_codes`)
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check()
      const bar = page.getByRole('region', { name: 'Selected rows' })
      letWrite()
      await bar.getByRole('button', { name: /^(Dea|A)ctivate$/ }).click()
      await expect(toast(page)).toBeVisible()
      await expectUncovered(page, page.locator('main a, main button, main input'), 'the list')
    })
    await page.context().close()
  })
}

test('the message of a failed sign-in goes with the sign-in', async ({ page, desk }) => {
  await holdTimers(page, tickMs)
  await page.goto(`${desk.shop.url}/login`)
  await page.getByLabel('Email').fill('admin@ourprint.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a long password for tests')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
