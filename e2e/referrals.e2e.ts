import { expect, type Page, test } from '@playwright/test'
import { type Desk, openDesk, staffUser } from './desk.ts'
import { collectErrors, expectScreenWorks, openPage } from './walk.ts'

// A shop of its own, because a hundred more customers would disturb other tests.
let desk: Desk
let staffUserId: string
test.beforeAll(async () => {
  desk = await openDesk()
  await desk.createStaffUser()
  const { results } = await desk.api<Found>(
    'GET',
    `/api/staff_users/?query=${encodeURIComponent(staffUser.email)}`,
  )
  staffUserId = results[0]?.id ?? ''
})
test.afterAll(() => desk.shop.stop())

type Found = { results: { id: string }[] }
type Customer = { id: string; referral_code: string }

// One white pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

let joined = 0
const createCustomer = (first_name: string) =>
  desk.api<Customer>('POST', '/api/users/', {
    first_name,
    last_name: 'Pillai',
    mobile: `+9197000${String(10_000 + joined++)}`,
  })

/** The first order of a new customer, with a referral code. */
async function order(user: Customer, referral_code: string): Promise<string> {
  const form = new FormData()
  form.set('order', JSON.stringify({ user: user.id, title: 'Visiting cards', referral_code, pickup: true }))
  form.set('files', new File([png], 'card.png', { type: 'image/png' }))
  const { id } = await desk.api<{ id: string }>('POST', '/api/all-orders/', form)
  return id
}

async function deliver(ids: string[]): Promise<void> {
  for (const move of [
    { status: 'assigned', assigned_user: staffUserId },
    { status: 'out-for-delivery' },
    { status: 'delivered' },
  ]) {
    const { results } = await desk.api<{ results: { ok: boolean }[] }>('POST', '/api/all-orders/bulk/', {
      ids,
      ...move,
    })
    expect(results.every(({ ok }) => ok)).toBe(true)
  }
}

/** Creates a customer of this name and a referral of theirs. */
async function createReferral(name: string): Promise<{ owner: Customer; order: string }> {
  const [owner, friend] = [await createCustomer(name), await createCustomer(`${name}'s friend`)]
  return { owner, order: await order(friend, owner.referral_code) }
}

const cardOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Referrers' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

test('the first order of a referred customer earns a claim, which is fulfilled @proof', async ({ page }) => {
  const [meena, latha] = [await createReferral('Meena'), await createReferral('Latha')]
  await desk.enter(page, 'admin')
  await page.goto(desk.shop.url)
  await page.getByRole('link', { name: 'Referrals', exact: true }).click()
  // The orders are not delivered yet.
  await expect(page.getByText('No Records found')).toBeVisible()
  await deliver([meena.order, latha.order])
  await page.reload()

  const card = cardOf(page, 'Meena Pillai')
  await expect(card).toContainText('Eligible1')
  await expect(card).toContainText('Remaining1')
  await expect(card.getByText(/^Rs \d/)).toBeVisible()
  await card.getByRole('button', { name: 'Claimed 0' }).hover()
  await expect(page.getByText('No claims so far')).toBeVisible()

  await card.getByRole('button', { name: 'Mark As Fulfilled' }).click()
  const question = page.getByRole('dialog', { name: 'Do you want to Mark this user as Fulfilled ?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Mark As Fulfilled' }).click()
  await question.getByRole('button', { name: 'Yes, Mark' }).dblclick()
  await expect(page.getByText('Marked as Fulfilled', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
  await card.getByRole('button', { name: 'Claimed 1' }).hover()
  await expect(page.getByRole('tooltip')).toContainText("Meena's friend Pillai")

  // Another super admin has fulfilled this one already.
  const other = cardOf(page, 'Latha Pillai')
  await expect(other.getByRole('button', { name: 'Mark As Fulfilled' })).toBeVisible()
  await desk.api('POST', '/referral_app/api/mark-as-fulfilled/', { referral_code: latha.owner.referral_code })
  await other.getByRole('button', { name: 'Mark As Fulfilled' }).click()
  await question.getByRole('button', { name: 'Yes, Mark' }).click()
  await expect(page.getByText('Error Occured while marking fulfilled')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()

  await page.getByRole('link', { name: 'Claims due' }).click()
  await expect(page.getByText('No claims are left. All are fulfilled.')).toBeVisible()
  await page.getByRole('link', { name: 'All referrers' }).click()
  await page.getByRole('searchbox').fill(latha.owner.referral_code.toLowerCase())
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Latha Pillai'])

  // The customers' pages show the referrer and the referral.
  await other.getByRole('link', { name: "Latha's friend Pillai" }).click()
  const tabs = page.getByRole('region', { name: 'About this customer' })
  await tabs.getByRole('link', { name: 'Referrals' }).click()
  await expect(page.getByText(/counts since/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Latha Pillai' }).click()
  await expect(page.getByRole('heading', { name: 'Latha Pillai' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
})

test('more than fifty referrers load while scrolling, at desk and phone width @proof', async ({
  browser,
}) => {
  const orders: string[] = []
  for (let n = 1; n <= 54; n++) orders.push((await createReferral(`Person ${n}`)).order)
  await deliver(orders)

  for (const place of ['desk', 'phone'] as const) {
    const page = await openPage(browser, place, 'light')
    const errors = collectErrors(page)
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/referrals`)
    const cards = page.getByRole('list', { name: 'Referrers' }).getByRole('heading', { level: 2 })
    await expect(cards).toHaveCount(50)
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
    await expect(page.getByText(/^\d+ referrers$/)).toBeVisible()
    expect(await cards.count()).toBeGreaterThanOrEqual(54)

    // Fulfilling a referrer far down reloads all pages without moving the list.
    const last = cardOf(page, place === 'desk' ? 'Person 2 Pillai' : 'Person 3 Pillai')
    await last.scrollIntoViewIfNeeded()
    await last.getByRole('button', { name: 'Mark As Fulfilled' }).click()
    const before = await last.boundingBox()
    const reread = page.waitForResponse((reply) => /referrals-stats.*start=50/.test(reply.url()))
    await page.getByRole('button', { name: 'Yes, Mark' }).click()
    await reread
    await expect(last.getByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await last.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
    await expectScreenWorks(page, `referrals at ${place}`, errors)
    await page.context().close()
  }
})
