import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { addDays } from '../web/src/base/format/format.ts'
import { expect, test } from './test.ts'

/** Today in the time zone of the shop and the page. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())

const card = (page: Page, code: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: code, exact: true }) })

async function choose(page: Page, code: string, action: 'Edit' | 'Delete') {
  await page.getByRole('button', { name: `More actions for ${code}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Types a day into a date field. */
async function day(page: Page, label: string, iso: string) {
  const field = page.getByLabel(label)
  await field.focus()
  await field.fill(iso)
  await field.press('Enter')
}

test('a coupon is created, edited, used on an order, viewed with its uses, and deleted @proof', async ({
  page,
  desk,
}) => {
  const { shop, api } = desk
  const someone = { first_name: 'Coupon', last_name: 'Bearer', mobile: '9845066771' }
  const { id: user } = await api<{ id: string }>('POST', '/api/users/', someone)
  await desk.enter(page, 'admin')
  await page.goto(`${shop.url}/dashboard`)
  await page.getByRole('link', { name: 'Coupons' }).click()
  await expect(page.getByRole('heading', { name: 'My Coupons' })).toBeVisible()

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please enter the values correctly')).toBeVisible()
  await page.getByLabel('Name Of Coupon').fill('For this story')
  await page.getByLabel('Coupon Code').fill('STORY50')
  await page.getByLabel('Discount %').fill('150')
  await day(page, 'Validity start', addDays(today(), 1))
  await day(page, 'Validity end', today())
  await expect(page.getByText('A discount is at most 100 %')).toBeVisible()
  await expect(page.getByText('The end cannot be before the start')).toBeVisible()
  await page.getByLabel('Discount %').fill('50')
  await day(page, 'Validity start', today())
  await page.getByRole('radio', { name: 'One-time use' }).check()
  await page.getByRole('radio', { name: 'Only for New Users' }).check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Coupon Updated')).toBeVisible()
  const made = card(page, 'STORY50')
  await expect(made).toContainText(`${today()} to ${today()}`)
  for (const fact of ['For this story', '50%', 'new users', 'one time', 'Used 0 times'])
    await expect(made.getByText(fact)).toBeVisible()
  const { width = 0 } = (await made.boundingBox()) ?? {}
  expect(width).toBeGreaterThanOrEqual(500)
  expect(width).toBeLessThanOrEqual(600)

  await choose(page, 'STORY50', 'Edit')
  await expect(page.getByLabel('Coupon Code')).toHaveValue('STORY50')
  await page.getByLabel('Discount %').fill('25')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(made.getByText('25%')).toBeVisible()
  await expect(page.getByLabel('Coupon Code')).toHaveValue('')

  // The menu closes by itself three seconds after the pointer has left it.
  await page.clock.install()
  await page.getByRole('button', { name: 'More actions for STORY50' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 600_000)
  await page.mouse.move(1100, 90)
  await page.clock.runFor(2900)
  await expect(page.getByRole('menu')).toBeVisible()
  await page.clock.runFor(1000)
  await page.clock.resume()
  await expect(page.getByRole('menu')).toBeHidden()

  await page.goto(`${shop.url}/new_order?user=${user}`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Story.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await makePdf(10)) })
  await page.getByRole('switch', { name: 'Pick-up' }).check()
  await page.getByLabel('Coupon code').fill('NOSUCH')
  await expect(page.getByText('There is no such coupon')).toBeVisible()
  await page.getByLabel('Coupon code').fill('story50')
  await expect(page.getByText('Valid for this customer')).toBeVisible()
  const summary = page.getByRole('region', { name: 'Summary' })
  // 10 pages at 2 rupees, then two copies.
  await expect(summary.getByText('−₹5.00')).toBeVisible()
  await page.getByLabel('Copies').fill('2')
  await expect(summary.getByText('−₹10.00')).toBeVisible()
  await expect(page.getByTestId('total')).toHaveText('₹30.00')
  await page.getByLabel('Referral code').fill('NOSUCH')
  await page.getByRole('button', { name: 'Take order' }).click()
  await expect(page.getByText('There is no such referral code')).toBeVisible()
  await page.getByLabel('Referral code').fill('')
  await page.getByRole('button', { name: 'Take order' }).click()
  await expect(page.getByRole('link', { name: 'STORY50' })).toBeVisible()
  await expect(page.getByText('−₹10.00')).toBeVisible()

  // The customer is not new any more.
  await page.goto(`${shop.url}/new_order?user=${user}`)
  await expect(page.getByLabel('Referral code')).toHaveCount(0)
  await page.getByLabel('Coupon code').fill('STORY50')
  await expect(page.getByText('This customer has used this coupon already')).toBeVisible()

  await page.goto(`${shop.url}/user/${user}?tab=coupons`)
  await expect(page.getByRole('row', { name: /STORY50/ })).toContainText('₹10.00')
  await page
    .getByRole('row', { name: /STORY50/ })
    .getByRole('link', { name: /^Order/ })
    .click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Changed their mind')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('main').getByText('Cancelled').first()).toBeVisible()

  await page.goto(`${shop.url}/coupons`)
  await expect(made.getByText('Used 0 times')).toBeVisible()
  await page.getByRole('button', { name: 'Uses of STORY50' }).click()
  const uses = page.getByRole('dialog', { name: 'Uses of STORY50' })
  await expect(uses.getByRole('row', { name: /Coupon Bearer/ })).toContainText('Given back')
  await uses.getByRole('button', { name: 'Close' }).click()

  await choose(page, 'STORY50', 'Edit')
  await day(page, 'Validity start', addDays(today(), -3))
  await day(page, 'Validity end', addDays(today(), -1))
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(made.getByText('EXPIRED')).toBeVisible()

  await choose(page, 'STORY50', 'Delete')
  const question = page.getByRole('dialog', { name: 'Do you want to delete this Coupon' })
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Coupon Deleted')).toBeVisible()
  await expect(made).toHaveCount(0)
})

test('on a phone the form is a dialog, and leaving with unsaved changes asks first', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/coupons`)
  await page.getByRole('button', { name: 'New coupon' }).first().click()
  const making = page.getByRole('dialog', { name: 'New coupon' })
  await making.getByLabel('Name Of Coupon').fill('Half a thought')
  await making.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(making.getByLabel('Name Of Coupon')).toHaveValue('Half a thought')
  // On a wider screen (a rotated tablet) the same form moves beside the cards.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(making).toHaveCount(0)
  await expect(page.getByLabel('Name Of Coupon')).toHaveValue('Half a thought')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Name Of Coupon')).toHaveValue('Half a thought')
})
