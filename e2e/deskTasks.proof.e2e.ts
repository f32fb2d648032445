import { expect, type Page, test } from '@playwright/test'
import { buildOrders } from '../server/test/build.ts'
import { buildPrinter } from '../server/test/buildPrinting.ts'
import { makePdf } from '../server/test/pdf.ts'
import { startTestPrinter, type TestPrinter } from '../server/test/printers/testPrinter.ts'
import { type Desk, openDesk, staffUser } from './desk.ts'

// What a practised person does all day, with the clicks and keys that it takes: docs/performance.md has the numbers.

let desk: Desk
test.beforeAll(async () => {
  desk = await openDesk()
  await desk.createStaffUser()
})
let printer: TestPrinter | undefined
test.afterAll(async () => {
  await desk?.shop.stop()
  await printer?.close()
})

/** Counts from now on, over every page that is opened; returns what was pressed since. */
async function startCount(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  let [clicks, keys] = [0, 0]
  await page.exposeFunction('countClick', () => (clicks += 1))
  await page.exposeFunction('countKey', () => (keys += 1))
  await page.addInitScript(() => {
    const counting = window as unknown as { countClick: () => void; countKey: () => void }
    window.addEventListener('pointerdown', () => counting.countClick(), true)
    window.addEventListener(
      'keydown',
      ({ key }) => key !== 'Shift' && key !== 'Control' && counting.countKey(),
      true,
    )
  })
  return async () => {
    const counted = { clicks, keys }
    ;[clicks, keys] = [0, 0]
    return counted
  }
}

const build = (count: number, title: string) => desk.shop.withDatabase((db) => buildOrders(db, count, title))
const statusesOf = async (title: string, status: string) =>
  (
    await desk.api<{ count: number }>(
      'GET',
      `/api/all-orders/?${new URLSearchParams({ query: title, status, limit: '1' })}`,
    )
  ).count

test('orders are found, assigned and printed by keys alone, in as many as the figures say', async ({
  page,
}) => {
  // One that answers: the shop asks it how it is, at any time.
  const started = await startTestPrinter()
  printer = started
  await desk.shop.withDatabase((db) => buildPrinter(db, { name: 'Laser', uri: started.uri }))
  const take = await startCount(page)
  await desk.enter(page, 'admin')
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const open = async (title: string) => {
    await page.goto(`${desk.shop.url}/pending_orders?query=${encodeURIComponent(title)}`)
    await expect(page.getByRole('row', { name: new RegExp(`${title} 1\\b`) })).toBeVisible()
    await take()
  }

  await test.step('one is assigned', async () => {
    await build(1, 'Alone')
    await open('Alone')
    await press('j', 'a')
    const dialog = page.getByRole('dialog', { name: 'Assign 1 order' })
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('rav')
    await expect(page.getByRole('option', { name: staffUser.full_name })).toBeVisible()
    await press('Enter')
    await press('Enter')
    await expect(page.getByText(`1 order assigned to ${staffUser.full_name}`)).toBeVisible()
    expect(await take()).toEqual({ clicks: 0, keys: 7 })
  })

  await test.step('ten are assigned', async () => {
    await build(10, 'Batch')
    await open('Batch')
    await press('j', 'x', ...Array.from({ length: 9 }, () => 'Shift+J'))
    await expect(page.getByText('10 selected')).toBeVisible()
    await press('a')
    await expect(page.getByRole('dialog', { name: 'Assign 10 orders' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('rav')
    await expect(page.getByRole('option', { name: staffUser.full_name })).toBeVisible()
    await press('Enter')
    await press('Enter')
    await expect(page.getByText(`10 orders assigned to ${staffUser.full_name}`)).toBeVisible()
    expect(await take()).toEqual({ clicks: 0, keys: 17 })
    expect(await statusesOf('Batch', 'assigned')).toBe(10)
    await press('Control+z')
    await expect.poll(() => statusesOf('Batch', 'confirmed')).toBe(10)
  })

  await test.step('one is found by two words', async () => {
    await build(1, 'Zamorin wedding')
    await page.goto(`${desk.shop.url}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take()
    await press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
    await page.keyboard.type('wed zam')
    await expect(page.getByRole('option', { name: /Zamorin wedding/ }).first()).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('heading', { name: 'Zamorin wedding 1', level: 1 })).toBeVisible()
    expect(await take()).toEqual({ clicks: 0, keys: 9 })
  })

  await test.step('three are printed at once, and that is undone', async () => {
    const customer = await desk.api<{ id: string }>('POST', '/api/users/', {
      first_name: 'Bina',
      mobile: '9845012345',
    })
    const pdf = new Blob([new Uint8Array(await makePdf(1))])
    const numbers: number[] = []
    for (const at of [1, 2, 3]) {
      const form = new FormData()
      form.append('order', JSON.stringify({ user: customer.id, title: `Bundle ${at}`, pickup: true }))
      form.append('files', pdf, 'bundle.pdf')
      numbers.push((await desk.api<{ number: number }>('POST', '/api/all-orders/', form)).number)
    }
    await open('Bundle')
    await press('j', 'x', 'Shift+J', 'Shift+J', 'p')
    const dialog = page.getByRole('dialog', { name: 'Print 3 orders' })
    await expect(dialog.getByRole('radio', { name: /The best one for each order/ })).toBeChecked()
    // Held, so that none of them has begun.
    await dialog.getByRole('checkbox', { name: /^Hold/ }).check()
    await dialog.getByRole('button', { name: 'Print' }).click()
    await expect(page.getByText('3 print jobs in the queue')).toBeVisible()
    const open_jobs = () => desk.api<{ count: number }>('GET', '/api/print-jobs/?open=true&limit=1')
    expect((await open_jobs()).count).toBe(3)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await open_jobs()).count).toBe(0)
    await expect(page.getByRole('button', { name: /^Bulk jobs. 3 cancelled/ })).toBeVisible()
  })
  await desk.shop.expectInvariants()
})

test('an order of a new customer is taken in with delivery, in as many as the figures say', async ({
  page,
}) => {
  const take = await startCount(page)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/pending_orders`)
  await page.getByRole('link', { name: 'New order' }).first().waitFor()
  await take()
  await page.getByRole('link', { name: 'New order' }).first().click()
  await page.getByRole('combobox', { name: /customer/i }).click()
  await page.keyboard.type('Asha Menon')
  await page
    .getByRole('button', { name: 'New user' })
    .or(page.getByRole('option', { name: /New user|Add/ }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Last name')).toHaveValue('Menon')
  await dialog.getByLabel('Mobile').click()
  await page.keyboard.type('9000054321')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.locator('input[type=file]').setInputFiles({
    name: 'thesis.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf(3),
  })
  await expect(page.getByText(/3 pages/).first()).toBeVisible()
  await page.getByLabel(/address line 1|line 1/i).click()
  await page.keyboard.type('12 MG Road')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kochi')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kerala')
  await page.getByLabel(/pin ?code/i).click()
  await page.keyboard.type('682016')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thesis/i)
  // The file is dropped: that is one more movement of the hand.
  expect(await take()).toEqual({ clicks: 6, keys: 52 })
})
