import { assignOrder, hireCourier, signIn, stop } from './courier.ts'
import { refuseFiles } from './refuseFiles.ts'
import { expect, test } from './test.ts'
import { open, openPage } from './walk.ts'

// Without network, or after an upgrade, the files of a page that is open cannot be loaded any more. Whatever is tapped then:
// the page stays, and something says what happened.

const toast = '[data-toast]'

test('a screen whose file is gone leaves the frame, and comes when the file is there', async ({
  page,
  desk,
}) => {
  const refuse = await refuseFiles(page)
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/total_orders`)
  refuse(true)
  await page.getByRole('link', { name: 'Coupons' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  refuse(false)
  // Not every browser asks again for a file that failed: lazyPart.alone.test.tsx has the other button.
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Coupons', exact: true })).toBeVisible()
})

test('what is typed stays, and a reload asks first', async ({ page, desk }) => {
  const refuse = await refuseFiles(page)
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/users`)
  await page.getByRole('button', { name: 'New user' }).first().click()
  await page.getByLabel('First name').fill('Kavya')
  refuse(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // The question comes with the first screen, or a message says that it is missing; nothing is lost in either case.
  await expect(page.locator(`${toast}, dialog:has-text("Discard")`).first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Kavya')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void requestAnimationFrame(() => window.location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByLabel('First name')).toHaveValue('Kavya')
})

test('a courier’s round goes on without network', async ({ browser, desk }) => {
  const courier = await hireCourier(desk, 'Meena')
  const neem = { title: 'Neem' }
  await assignOrder(desk, courier, 'Neem', '560066')
  await assignOrder(desk, courier, 'Peepal', '560066')
  const page = await openPage(browser, 'phone', 'light')
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  await signIn(page, desk, courier)
  await page.getByRole('link', { name: 'Round' }).click()
  await expect(page.getByRole('heading', { name: 'Round' })).toBeVisible()
  const needed = ['orderMovesForms', 'ProofDialog', 'OrderPage']
  const missing = () => needed.filter((name) => !loaded.some((url) => url.includes(`/${name}-`)))
  await expect.poll(missing).toEqual([])
  await page.context().setOffline(true)

  const card = stop(page, neem)
  await card.getByRole('button', { name: 'Failed attempt' }).click()
  await expect(page.getByRole('dialog')).toContainText('Note')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'With proof' }).click()
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card.getByRole('button', { name: 'Deliver' }).click()
  // What is done without network waits on the phone.
  await expect(card).toBeVisible()
  await card.getByRole('link', { name: neem.title }).click()
  await expect(page.getByRole('heading', { name: neem.title })).toBeVisible()
  await expect(page.getByText('could not be')).toHaveCount(0)
  await page.goBack()
  await expect(stop(page, neem)).toBeVisible()
  await page.context().close()
})
