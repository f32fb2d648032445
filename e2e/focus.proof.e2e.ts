import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { expect, staffUser, test } from './test.ts'
import { frames, open, openPage, waitUntilSettled } from './walk.ts'

// After every action the focus is on a control or on the heading, never on the page: a person without a mouse goes on
// from where they were, and a screen reader says what has come.

/** The tag and name of the focused element, once it has stayed there for a moment. */
async function focused(page: Page): Promise<string> {
  await waitUntilSettled(page)
  await frames(page)
  return page.evaluate(() => {
    const { activeElement: at } = document
    return `${at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent ?? ''}`.trim()
  })
}

const expectFocus = async (page: Page, what: string | RegExp, after: string) =>
  expect.poll(() => focused(page), { message: `focus after ${after}` }).toMatch(what)

const anything = /^(?!BODY|undefined|MAIN)/
const dialog = (page: Page) => page.getByRole('dialog')

test('signing in, and every link of the menu, puts the focus on the heading', async ({ page, desk }) => {
  await page.goto(`${desk.shop.url}/login`)
  await page.getByLabel('Email').fill(staffUser.email)
  await page.getByLabel('Password', { exact: true }).fill(staffUser.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await expectFocus(page, /^H1 Dashboard/, 'signing in')
  for (const [link, heading] of [
    ['Assigned', 'Assigned orders'],
    ['Completed', 'Completed orders'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).press('Enter')
    await page.getByRole('heading', { name: heading }).waitFor()
    await expectFocus(page, `H1 ${heading}`, link)
  }
  await page.goBack()
  await expectFocus(page, 'H1 Assigned orders', 'Back')
})

test('on a phone the drawer closes, and the focus goes to the heading', async ({ browser, desk }) => {
  const page = await openPage(browser, 'phone', 'light')
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/users`)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Leads' }).click()
  await expectFocus(page, 'H1 Leads', 'the drawer')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await expectFocus(page, 'H1 Update password', 'the account menu')
  await page.context().close()
})

test('taking an order, its file and its address', async ({ page, desk }) => {
  const { results } = await desk.api<{ results: { user: string; address: object | null }[] }>(
    'GET',
    '/api/all-orders/?limit=100',
  )
  const isNewest = (at: number) => results.findIndex(({ user }) => user === results[at]?.user) === at
  const user = results.find(({ address }, at) => address && isNewest(at))?.user ?? ''
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/new_order?user=${user}`)
  await expectFocus(page, 'BUTTON Choose files', 'the customer is chosen')
  const files = ['one.pdf', 'two.pdf'].map(async (name) => ({
    name,
    mimeType: 'application/pdf',
    buffer: await makePdf(1),
  }))
  await page.locator('input[type=file]').setInputFiles(await Promise.all(files))
  await expect(page.getByText('1 page', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove one.pdf' }).press('Enter')
  await expectFocus(page, 'BUTTON Remove two.pdf', 'removing a file')
  await page.getByRole('button', { name: 'Remove two.pdf' }).press('Enter')
  await expectFocus(page, 'BUTTON Choose files', 'removing the last file')
  await page.locator('input[type=file]').setInputFiles(await Promise.all(files))
  await expect(page.getByText('1 page', { exact: true })).toHaveCount(2)
  // The address is that of their last order.
  await expect(page.getByLabel('Address line 1')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Take order' }).press('Enter')
  await page.waitForURL(/\/order\//)
  await expectFocus(page, /^H1 #\d+ one/, 'taking the order')
})

test('orders are opened, assigned together and paged', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/total_orders`)
  const rows = page.getByRole('checkbox', { name: /^Select order/ })
  await page.getByRole('button', { name: 'Last page' }).press('Enter')
  await expectFocus(page, 'BUTTON Previous page', 'the last page')
  await page.getByRole('button', { name: 'First page' }).press('Enter')
  await expectFocus(page, 'BUTTON Next page', 'the first page')
  await rows.nth(0).press('Space')
  await page.getByRole('button', { name: 'Clear' }).press('Enter')
  await expectFocus(page, anything, 'clearing the selection')
  await page.locator('main a[href^="/order/"]').first().press('Enter')
  await page.waitForURL(/\/order\//)
  await expectFocus(page, /^H1/, 'opening an order')
  await page.goto(`${desk.shop.url}/pending_orders`)
  await rows.nth(0).press('Space')
  await page.getByRole('button', { name: 'Assign' }).press('Enter')
  await dialog(page).getByRole('combobox').fill(staffUser.full_name)
  await page.getByRole('option', { name: staffUser.full_name }).click()
  await dialog(page).getByRole('button', { name: 'Assign' }).press('Enter')
  await expect(page.getByText(/^1 order assigned to /)).toBeVisible()
  await expectFocus(page, anything, 'assigning')
})

test('coupons are submitted, edited and deleted', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/coupons`)
  await page.getByLabel('Name Of Coupon').fill('Focus')
  await page.getByLabel('Coupon Code').fill('FOCUS5')
  await page.getByLabel('Discount %').fill('5')
  for (const label of ['Validity start', 'Validity end']) {
    await page.getByLabel(label).focus()
    await page.getByLabel(label).pressSequentially('31 Dec 2099')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(page.getByText('Coupon Updated')).toBeVisible()
  await expectFocus(page, anything, 'submitting a coupon')
  await page.getByRole('button', { name: 'More actions for FOCUS5' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, Delete' }).press('Enter')
  await expect(page.getByText('Coupon Deleted')).toBeVisible()
  await expectFocus(page, /^BUTTON More actions for/, 'deleting a coupon')
})

test('a voucher is voided', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/vouchers?tab=purchased&voided=false`)
  await page
    .getByRole('button', { name: /^Void / })
    .first()
    .press('Enter')
  await dialog(page).getByLabel('Reason').fill('The wrong one')
  await dialog(page).getByRole('button', { name: 'Void voucher' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Voided' })).toBeVisible()
  await expectFocus(page, /^BUTTON Void /, 'voiding')
})

test('QR codes are made, shown and deleted; referrals are marked', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/qr_codes`)
  await page.getByRole('button', { name: 'Generate QR' }).press('Enter')
  await dialog(page).getByLabel('Company').fill('Focus Ltd')
  await dialog(page).getByLabel('Value').fill('1')
  await dialog(page).getByLabel('Redirection URL').fill('https://example.com/focus')
  await dialog(page).getByLabel('Validity').focus()
  await page.keyboard.type('31 Dec 2099')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('button', { name: 'Show code' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expectFocus(page, anything, 'closing Show code')
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .press('Space')
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter')
  await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toHaveCount(0)
  await expectFocus(page, anything, 'deleting a code')

  await open(page, `${desk.shop.url}/referrals?due=true`)
  await page.getByRole('button', { name: 'Mark As Fulfilled' }).first().press('Enter')
  await dialog(page).getByRole('button', { name: 'Yes, Mark' }).press('Enter')
  await expect(page.getByText('Marked as Fulfilled', { exact: true })).toBeVisible()
  await expectFocus(page, anything, 'marking')
})

test('the configuration is saved, and a failed save gives the focus back to its button', async ({
  page,
  desk,
}) => {
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/configuration`)
  const fee = page.getByLabel('Delivery fee')
  const before = await fee.inputValue()
  for (const value of [String(Number(before) + 1), before]) {
    await fee.fill(value)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectFocus(page, 'H1 Configuration', 'saving')
  }
  await page.route('**/api/configurations', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { code: 'busy', message: 'Too busy' } })
      : route.continue(),
  )
  await fee.fill('77')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Too busy')).toBeVisible()
  await expectFocus(page, 'BUTTON Save', 'a failed save')
})
