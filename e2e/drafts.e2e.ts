import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { proofAt } from './proofAt.ts'
import { type Desk, expect, test } from './test.ts'
import { waitUntilSettled } from './walk.ts'

// What is typed on New order is kept on the device until the order is taken or discarded.

type Customer = { id: string; first_name: string }

const filed = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files of this order' }).getByRole('listitem').filter({ hasText: name })

/** What this device keeps: notes and copies of each draft, and how many files. */
const readStores = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('Not read')))
      })
    const device = await done(indexedDB.open('our-print'))
    const stores = device.transaction(['orders', 'files'])
    const orders = stores.objectStore('orders').getAll() as IDBRequest<
      { fields: { notes: string; copies: number | string } }[]
    >
    const files = stores.objectStore('files').count()
    const [drafts, count] = await Promise.all([done(orders), done(files)])
    device.close()
    return { drafts: drafts.map(({ fields }) => `${fields.notes} × ${fields.copies}`), files: count }
  })

const nothing = { drafts: [], files: 0 }

/** Types half an order: customer, two files, notes and part of an address. */
async function typeOrder(page: Page, desk: Desk, notes: string): Promise<Customer> {
  const { results } = await desk.api<{ results: Customer[] }>('GET', '/api/users/?limit=1&is_active=true')
  const [customer] = results
  if (!customer) throw new Error('The demo shop has customers')
  await page.goto(`${desk.shop.url}/new_order?user=${customer.id}`)
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
  const files = ['poster.pdf', 'flyer.pdf'].map(async (name) => ({
    name,
    mimeType: 'application/pdf',
    buffer: await makePdf(2),
  }))
  await page.locator('input[type=file]').setInputFiles(await Promise.all(files))
  await expect(filed(page, 'flyer.pdf')).toContainText('2 pages')
  await page.getByLabel('Notes').fill(notes)
  await page.getByLabel(/address line 1/i).fill('12 MG Road')
  await page.getByLabel('Copies').fill('3')
  await expect.poll(() => readStores(page)).toEqual({ drafts: [`${notes} × 3`], files: 2 })
  return customer
}

async function expectTyped(page: Page, customer: Customer, notes: string) {
  await expect(page.getByText('It was kept on this device for you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
  await expect(page.getByText(customer.first_name).first()).toBeVisible()
  await expect(filed(page, 'poster.pdf')).toContainText('2 pages')
  await expect(filed(page, 'flyer.pdf')).toContainText('2 pages')
  await expect(page.getByLabel('Title')).toHaveValue('poster')
  await expect(page.getByLabel('Notes')).toHaveValue(notes)
  await expect(page.getByLabel(/address line 1/i)).toHaveValue('12 MG Road')
  await expect(page.getByLabel('Copies')).toHaveValue('3')
}

const signIn = async (page: Page) => {
  await page.getByLabel('Email').fill('admin@ourprint.test')
  await page.getByLabel('Password', { exact: true }).fill('a long password for tests')
  await page.getByRole('button', { name: 'Login' }).click()
}

for (const width of [1280, 390]) {
  test(`a session that ends loses nothing, and nobody else sees it, at ${width}${proofAt(width < 1280)}`, async ({
    page,
    desk,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${desk.shop.url}/login`)
    await signIn(page)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const notes = `Folded twice ${width}`
    const customer = await typeOrder(page, desk, notes)

    await test.step('the session ends while someone types', async () => {
      // The check of the code is what finds the session ended, whatever else is asked meanwhile.
      let release = () => {}
      const ended = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/api/**', async (route) => {
        if (!route.request().url().endsWith('/api/logout')) await ended
        await route.continue().catch(() => {})
      })
      await page.getByLabel('Coupon code').fill('ANY')
      await page.evaluate(() =>
        fetch('/api/logout', {
          method: 'POST',
          headers: { Authorization: localStorage.getItem('token') ?? '' },
        }),
      )
      release()
      const asked = page.getByRole('dialog', { name: 'Sign in to go on' })
      await asked.getByRole('button', { name: 'Leave' }).click()
      await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    })

    await test.step('after signing in again everything is there', async () => {
      await signIn(page)
      await expectTyped(page, customer, notes)
      await expect(page.getByLabel('Coupon code')).toHaveValue('ANY')
      await page.getByLabel('Coupon code').fill('')
    })

    await test.step('another person of this device sees an empty form', async () => {
      const other = await page.context().newPage()
      await other.goto(`${desk.shop.url}/404`)
      const mine = await other.evaluate(() => localStorage.getItem('id') ?? '')
      await other.evaluate(() => localStorage.setItem('id', '01900000-0000-7000-8000-000000000009'))
      await other.goto(`${desk.shop.url}/new_order`)
      await other.getByRole('heading', { name: 'New order' }).waitFor()
      await waitUntilSettled(other)
      await expect(other.getByLabel('Notes')).toHaveValue('')
      await expect(other.getByText('kept on this device')).toHaveCount(0)
      await other.evaluate((id) => localStorage.setItem('id', id), mine)
      await other.close()
    })

    await test.step('the order is taken, and the draft is over', async () => {
      await page.getByRole('switch', { name: 'Pick-up' }).check()
      await page.getByRole('button', { name: 'Take order' }).click()
      await expect(page.getByRole('heading', { name: 'poster' })).toBeVisible()
      await expect.poll(() => readStores(page)).toEqual(nothing)
      await page.goto(`${desk.shop.url}/new_order`)
      await waitUntilSettled(page)
      await expect(page.getByLabel('Notes')).toHaveValue('')
    })
  })
}

test('a reload keeps it, Discard and Leave do not', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  const customer = await typeOrder(page, desk, 'For the window')
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expectTyped(page, customer, 'For the window')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('')
  await expect(page.getByText('kept on this device')).toHaveCount(0)

  await page.getByLabel('Notes').fill('Never mind')
  await expect.poll(async () => (await readStores(page)).drafts).toEqual(['Never mind × 1'])
  await page.getByRole('link', { name: 'Leads' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Leads' }).waitFor()
  await expect.poll(() => readStores(page)).toEqual(nothing)
  await page.goto(`${desk.shop.url}/new_order`)
  await waitUntilSettled(page)
  await expect(page.getByLabel('Notes')).toHaveValue('')
})

test('of two open forms one keeps the draft; the other neither shows nor removes it @proof', async ({
  page,
  desk,
}) => {
  await desk.enter(page, 'admin')
  const customer = await typeOrder(page, desk, 'Of the first form')
  const other = await page.context().newPage()
  await other.goto(`${desk.shop.url}/new_order`)
  await waitUntilSettled(other)
  await other.getByLabel('Notes').fill('Of the second form')
  await expect(other.getByText('kept on this device')).toHaveCount(0)
  await other.getByRole('link', { name: 'Leads' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await other.getByRole('heading', { name: 'Leads' }).waitFor()
  expect(await readStores(page)).toEqual({ drafts: ['Of the first form × 3'], files: 2 })
  await other.close()
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expectTyped(page, customer, 'Of the first form')
})

test('the title’s error goes when a file’s name fills it', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/new_order`)
  await page.getByRole('button', { name: 'Take order' }).click()
  const title = page.getByLabel('Title')
  await expect(title).toHaveAccessibleDescription('This field is Required')
  await page.locator('input[type=file]').setInputFiles({
    name: 'poster.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf(1),
  })
  await expect(title).toHaveValue('poster')
  await expect(title).not.toHaveAccessibleDescription('This field is Required')
})
