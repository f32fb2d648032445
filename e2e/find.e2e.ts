import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { proofAt } from './proofAt.ts'
import { type Desk, expect, staffUser, test } from './test.ts'
import { openPage, type Place, waitUntilSettled } from './walk.ts'

const places: Place[] = ['desk', 'phone']

type Records = { order: { id: string; number: number }; user: string; company: string; code: string }

/** One record of each kind, with a word that nothing else in the shop has. */
async function buildRecords({ api }: Desk, word: string, digits: string): Promise<Records> {
  const user = await api<{ id: string }>('POST', '/api/users/', {
    first_name: word,
    last_name: 'Menon',
    mobile: `98450${digits}`,
  })
  const form = new FormData()
  const address = { line1: '1 Road', city: 'Pune', state: 'MH', pincode: '411001' }
  form.append('order', JSON.stringify({ user: user.id, title: `${word} thesis`, address }))
  form.append('files', new Blob([new Uint8Array(Buffer.from(png, 'base64'))]), 'a.png')
  const order = await api<{ id: string; number: number }>('POST', '/api/all-orders/', form)
  const client = await api<{ id: string }>('POST', '/api/clients/', {
    name: `${word} Traders`,
    contact: `98451${digits}`,
    client_type: 1,
    address: JSON.stringify({ city: 'Pune', state: 'MH', country: 'India', pincode: '411001' }),
  })
  const code = `${word.toUpperCase()}-77`
  await api('POST', '/api/save-voucher/', {
    client: client.id,
    voucher_detail: 'Tea',
    cost: 10,
    expiry_date: '2099-01-01',
    vouchers: [{ voucher_code: code }],
    is_single: true,
  })
  await api('POST', '/coupon_app/api/coupons/', {
    name: 'Spring',
    code: `${word.toUpperCase()}10`,
    discount_percentage: 10,
    valid_from: '2026-01-01T00:00',
    valid_to: '2099-01-01T00:00',
    one_time_only: false,
    isfornew: false,
    usage_count: 0,
  })
  await api('POST', '/api/staff_users_create/', {
    full_name: `${word} Courier`,
    email: `${word.toLowerCase()}@ourprint.test`,
    mobile: `98452${digits}`,
    password: 'a long password for tests',
  })
  const qr = new FormData()
  for (const [name, value] of Object.entries({
    value: '1',
    validity: '2099-01-01',
    company: `${word} Mart`,
    redirection_url: 'https://example.test/',
    count: '0',
  }))
    qr.append(name, value)
  await api('POST', '/api/qr-codes/', qr)
  await api('POST', '/api/contact_us/', {
    name: `${word} Lead`,
    email: `${word.toLowerCase()}@example.test`,
    subject: 'A price',
    message: 'How much?',
  })
  return { order, user: user.id, company: client.id, code }
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const input = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function openPalette(page: Page) {
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(input(page)).toBeFocused()
}

for (const [at, place] of places.entries()) {
  test(`each kind is found from anywhere and opened, on a ${place}${proofAt(at > 0)}`, async ({
    browser,
    desk,
  }) => {
    const word = ['Quillon', 'Brixley'][at] ?? ''
    const digits = ['77431', '88542'][at] ?? ''
    const records = await buildRecords(desk, word, digits)
    const page = await openPage(browser, place, 'light')
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/configuration`)

    // By the last four digits of the customer's phone.
    await openPalette(page)
    await input(page).fill(digits.slice(-4))
    await group(page, 'Orders')
      .getByRole('option', { name: `${word} thesis` })
      .click()
    await expect(page).toHaveURL(`${desk.shop.url}/order/${records.order.id}`)
    await expect(page.getByRole('heading', { name: `${word} thesis` })).toBeVisible()
    await expect(input(page)).toHaveCount(0)

    const opens: [string, RegExp, () => Promise<unknown>][] = [
      [
        'Customers',
        /\/user\//,
        () => expect(page.getByRole('heading', { name: `${word} Menon` })).toBeVisible(),
      ],
      [
        'Companies',
        /\/client_companies\/edit/,
        () => expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${word} Traders`),
      ],
      ['Staff users', /\/staff_users\?query=/, () => expect(page.getByText(`${word} Courier`)).toBeVisible()],
      ['Vouchers', /\/vouchers\?id=/, () => expect(page.getByText(records.code)).toBeVisible()],
      [
        'Coupons',
        /\/coupons\?query=/,
        () => expect(page.getByText(`${word.toUpperCase()}10`).first()).toBeVisible(),
      ],
      ['QR codes', /\/qr_codes\?id=/, () => expect(page.getByText(`${word} Mart`).first()).toBeVisible()],
      [
        'Leads',
        /\/leads\?status=all&lead=/,
        () => expect(page.getByRole('dialog', { name: `${word} Lead` })).toBeVisible(),
      ],
    ]
    for (const [kind, address, isShown] of opens) {
      await openPalette(page)
      await input(page).fill(word)
      await group(page, kind).getByRole('option').first().click()
      await expect(page).toHaveURL(address)
      await isShown()
    }
    // A panel over the list: the palette opens over it, too.
    await page.keyboard.press('Control+k')
    await expect(input(page)).toBeFocused()
    await expect(group(page, 'Recent').getByRole('option').first()).toContainText(`${word} Lead`)
    await page.context().close()
  })

  test(`the palette has no accessibility fault, on a ${place} @proof`, async ({ browser, desk }) => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, place, scheme)
      await desk.enter(page, 'admin')
      await page.goto(`${desk.shop.url}/total_orders`)
      await openPalette(page)
      await expectAccessible(page, `the palette without text, ${scheme}`)
      await input(page).fill('an')
      await expect(group(page, 'Orders')).toBeVisible()
      await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
      await expectAccessible(page, `the palette with records, ${scheme}`)
      await input(page).fill('zqxzqx')
      await expect(page.getByText('Nothing found for “zqxzqx”')).toBeVisible()
      await expectAccessible(page, `the palette without records, ${scheme}`)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessible(page, `the sheet of keys, ${scheme}`)
      await page.context().close()
    }
  })
}

test('by keyboard alone: open, find, open in a new tab, act, close', async ({ page, desk }) => {
  const { number, id } = (
    await desk.api<{ results: { number: number; id: string }[] }>('GET', '/api/all-orders/?limit=1')
  ).results[0] as { number: number; id: string }
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/total_orders`)
  await page.getByRole('heading', { name: 'Total orders' }).waitFor()

  // '/' stays the list's.
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(input(page)).toBeFocused()
  // Enter at once: the record is opened when it is found.
  await page.keyboard.type(String(number))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${desk.shop.url}/order/${id}`)

  await page.keyboard.press('Control+k')
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([new RegExp(`#${number} `)])
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(tab).toHaveURL(`${desk.shop.url}/order/${id}`)
  await tab.close()

  await page.keyboard.type('new us')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New user' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${desk.shop.url}/users`)

  // The other tests go on with the same session.
  await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }))
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(input(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${desk.shop.url}/login`)
  await page.getByRole('button', { name: 'Login' }).waitFor()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent'))),
  ).toEqual([])
})

test('orders and customers that were visited are recent records', async ({ page, desk }) => {
  const { results } = await desk.api<{ results: { id: string; number: number; title: string }[] }>(
    'GET',
    '/api/all-orders/?limit=1',
  )
  const [order] = results
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order/${order?.id}`)
  await page.getByRole('heading', { name: order?.title ?? '' }).waitFor()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([
    `#${order?.number} ${order?.title}Order`,
  ])
})

test('a staff user finds their own orders and screens', async ({ page, desk }) => {
  const staff = await desk.api<{ results: { id: string; email: string }[] }>(
    'GET',
    `/api/staff_users/?query=${staffUser.email}`,
  )
  const open = await desk.api<{ results: { id: string; number: number; title: string }[] }>(
    'GET',
    '/api/all-orders/?status=confirmed&limit=2',
  )
  const [mine, other] = open.results
  await desk.api('PATCH', `/api/all-orders/${mine?.id}/`, { assigned_user: staff.results[0]?.id })
  await desk.enter(page, 'staff')
  await page.goto(`${desk.shop.url}/dashboard`)
  await openPalette(page)
  await expect(page.getByRole('option', { name: 'Out For Delivery orders' })).toBeVisible()
  await expect(page.getByRole('option', { name: /Coupons|New order/ })).toHaveCount(0)
  // The number may be within the telephone number of their own customer, so that something is found.
  const answered = page.waitForResponse((response) => response.url().includes(`query=${other?.number}`))
  await input(page).fill(String(other?.number))
  await answered
  await waitUntilSettled(page)
  await expect(page.getByRole('option', { name: `#${other?.number}` })).toHaveCount(0)
  await input(page).fill(String(mine?.number))
  await page.getByRole('option', { name: `#${mine?.number} ${mine?.title}` }).click()
  await expect(page).toHaveURL(`${desk.shop.url}/order/${mine?.id}`)
})
