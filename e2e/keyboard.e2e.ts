import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { proofAt } from './proofAt.ts'
import { type Desk, expect, test } from './test.ts'

// Work without a mouse: only Tab, Enter, Space, arrows and letters.

type Customer = { id: string; first_name: string; last_name: string; mobile: string }
type Order = {
  title: string
  user: string
  notes: string
  pickup: boolean
  order_files: { name: string; page_count: number }[]
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLElement | null
    const labels = active && 'labels' in active ? [...((active as HTMLInputElement).labels ?? [])] : []
    return active?.getAttribute('aria-label') ?? labels[0]?.textContent ?? active?.textContent ?? ''
  })

/** Presses Tab until the control of this name has the focus, which every control is reached by sooner or later. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (name.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}

async function anyCustomer({ api }: Desk): Promise<Customer> {
  const { results } = await api<{ results: Customer[] }>('GET', '/api/users/?limit=1&is_active=true')
  if (!results[0]) throw new Error('The demo shop has customers')
  return results[0]
}

for (const width of [1280, 390]) {
  test(`an order is taken in with a PDF by keyboard alone at ${width}${proofAt(width < 1280)}`, async ({
    page,
    desk,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await desk.enter(page, 'admin')
    const customer = await anyCustomer(desk)
    const title = `keyboard ${width}`
    const pdf = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: await makePdf(3) }

    await page.goto(`${desk.shop.url}/pending_orders`)
    await page.getByRole('heading', { name: 'Pending orders' }).waitFor()
    await tabTo(page, /^New order$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible()

    await test.step('the customer is found by the end of the phone number', async () => {
      await tabTo(page, /^Customer/)
      await page.keyboard.type(customer.mobile.slice(-5))
      const best = page.getByRole('option', { name: new RegExp(customer.first_name) })
      await expect(best.first()).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
    })

    await test.step('the file is chosen', async () => {
      await expect.poll(() => focused(page)).toMatch(/files/i)
      // Seen once on a busy machine: the first key opened no chooser.
      await expect(async () => {
        const chooser = page.waitForEvent('filechooser', { timeout: 5_000 })
        await page.keyboard.press('Space')
        await (await chooser).setFiles(pdf)
      }).toPass()
      await expect(page.getByRole('list', { name: 'Files of this order' })).toContainText('3 pages')
    })

    await test.step('notes and pick-up', async () => {
      await tabTo(page, /^Title/)
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await tabTo(page, /^Notes/)
      await page.keyboard.type('Without a mouse')
      await tabTo(page, /^Pick-up/)
      await page.keyboard.press('Space')
    })

    await test.step('it is taken', async () => {
      await tabTo(page, /^Take order$/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      await expect.poll(() => focused(page)).toMatch(new RegExp(`^#\\d+ ${title}$`))
    })

    const id = new URL(page.url()).pathname.split('/').at(-1)
    const order = await desk.api<Order>('GET', `/api/all-orders/${id}/`)
    expect(order).toMatchObject({ title, user: customer.id, notes: 'Without a mouse', pickup: true })
    expect(order.order_files).toMatchObject([{ name: `${title}.pdf`, page_count: 3 }])
  })

  test(`an order is edited and cancelled by keyboard, from its menu, at ${width}${proofAt(width < 1280)}`, async ({
    page,
    desk,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const customer = await anyCustomer(desk)
    const form = new FormData()
    form.append('order', JSON.stringify({ user: customer.id, title: 'Menu', pickup: true }))
    form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'menu.pdf')
    const { id, number } = await desk.api<{ id: string; number: number }>('POST', '/api/all-orders/', form)
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/order/${id}`)
    await page.getByRole('heading', { name: 'Menu', level: 1 }).waitFor()
    const menu = new RegExp(`^More actions for order ${number}$`)

    await test.step('the next step is in sight', async () => {
      await expect(page.getByRole('button', { name: 'Assign' })).toBeInViewport()
      await expect(page.getByRole('button', { name: menu })).toBeInViewport()
    })

    await test.step('Edit', async () => {
      await tabTo(page, menu)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: `Edit order ${number}` })
      await dialog.waitFor()
      await tabTo(page, /^Title/)
      await page.keyboard.press('End')
      await page.keyboard.type(', final')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Menu, final', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: menu })).toBeFocused()
    })

    await test.step('Cancel order', async () => {
      await page.keyboard.press('Space')
      await page.keyboard.press('End')
      await expect(page.getByRole('menuitem', { name: 'Cancel order' })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: `Cancel order ${number}` }).waitFor()
      await page.keyboard.type('Ordered twice')
      await tabTo(page, /^Cancel order$/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('Cancelled').first()).toBeVisible()
      // On a phone the bar goes with the last move: then the heading has the focus.
      await expect.poll(() => focused(page)).toMatch(/^(More actions for order \d+|Menu, final)$/)
    })
  })
}

test('ten orders are assigned, found and taken back by keyboard alone', async ({ page, desk }) => {
  type Orders = { count: number; results: { id: string; number: number; title: string }[] }
  const pending = '/api/all-orders/?status=confirmed&order_type=print&limit=10'
  const [some] = (await desk.api<Orders>('GET', pending)).results
  for (let copy = 0; copy < 10; copy++) await desk.api('POST', `/api/all-orders/${some?.id}/duplicate/`)
  const before = await desk.api<Orders>('GET', pending)
  const [last] = before.results.slice(-1)
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/dashboard`)
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }

  await press('g')
  await press('p')
  await expect(page.locator('[data-row]')).toHaveCount(10)
  // A new screen puts the focus there once it is drawn.
  await expect(page.getByRole('heading', { name: 'Pending orders', level: 1 })).toBeFocused()
  await press('j')
  for (let row = 1; row < 10; row++) await press('Shift+J')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('10 selected')
  await press('a')
  const dialog = page.getByRole('dialog', { name: 'Assign 10 orders' })
  const person = dialog.getByRole('combobox', { name: 'Delivery staff' })
  await expect(person).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await press('Enter')
  await expect(person).not.toHaveValue('')
  await press('Enter')
  await expect(page.getByText(/^10 orders assigned to /)).toBeVisible()
  expect((await desk.api<Orders>('GET', pending)).count).toBe(before.count - 10)
  // So many that a person with the list in sight needs less than 15 seconds.
  expect(keys).toBeLessThanOrEqual(16)

  await press('Control+z')
  await expect(page.getByText('10 changed back').first()).toBeVisible()
  expect((await desk.api<Orders>('GET', pending)).count).toBe(before.count)

  await press('/')
  const [word = ''] = (last?.title ?? '').split(' ')
  await type(`${word.toUpperCase()} ${last?.number}`)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(last?.number))
})
