import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Screen } from '../web/src/app/screens.ts'
import { type Desk, openDesk, type Role } from './desk.ts'
import {
  checkPopups,
  collectErrors,
  expectScreenWorks,
  openPage,
  screensFor,
  showAnew,
  waitUntilSettled,
  walkScreens,
} from './walk.ts'

// A new shop with its super admin only, then with one staff user without orders. Every screen must say that it is empty,
// and each step that it offers must work.

let desk: Desk
test.beforeAll(async () => {
  desk = await openDesk()
})
test.afterAll(() => desk.shop.stop())

/** Screens of the menu that are never empty, and those of printing, which are no lists of records. */
const neverEmpty = ['DashboardPage', 'StaffUsersPage']
const isList = ({ page, menu }: Screen) =>
  menu !== undefined && menu.group !== 'Printing' && !neverEmpty.includes(page)

/** The id of a record that does not exist. */
const missingId = '01890000-0000-7000-8000-000000000000'

for (const role of ['admin', 'staff'] as const) {
  test.describe(role, () => {
    if (role === 'staff') test.beforeAll(() => desk.createStaffUser())
    for (const place of ['desk', 'phone'] as const) {
      test(`every screen of an empty shop, ${role} at ${place}`, async ({ browser }) => {
        const page = await openPage(browser, place, 'light')
        const errors = collectErrors(page)
        await desk.enter(page, role)
        // everyScreen.proof.e2e.ts loads every screen by its address.
        const walk = { url: desk.shop.url, ids: { order: missingId, user: missingId }, within: true }
        await walkScreens(page, role, walk, (screen, address) =>
          inspectScreen(page, screen, address, role, errors),
        )
        await page.context().close()
      })
    }
  })
}

async function inspectScreen(page: Page, screen: Screen, address: string, role: Role, errors: string[]) {
  // For a missing record the server answers 404.
  if (address.includes(missingId)) expect(errors.splice(0).join()).toMatch(/^(404 [^,]*,?)+$/)
  await expectScreenWorks(page, address, errors)
  const main = page.getByRole('main')
  await expectKnownLinks(main, role)
  if (address.includes(missingId)) return
  // Nothing can be done there, and nothing is said.
  if (screen.path === '/floor')
    expect(await page.locator('footer').evaluate((bar) => bar.getBoundingClientRect().height)).toBe(0)
  if (isList(screen)) await expectEmpty(page, address, errors)
  // Checked at desk width only; everyScreen.proof.e2e.ts opens the dialogs at phone width.
  if (isNarrow(page)) return
  await searchWithoutResult(page, address, errors)
  await checkPopups(page, address, errors)
}

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Every link leads to a screen of this role. */
async function expectKnownLinks(main: Locator, role: Role): Promise<void> {
  const addresses = await main
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  for (const { origin, pathname } of addresses.map((link) => new URL(link))) {
    if (origin !== new URL(desk.shop.url).origin || pathname === '/') continue
    const known = screensFor(role).some(({ path }) => pattern(path).test(pathname))
    expect(known, `${pathname} is a screen of ${role}`).toBe(true)
  }
}

/** The list says that it is empty, and each step that it offers opens a screen or a dialog. */
async function expectEmpty(page: Page, address: string, errors: readonly string[]): Promise<void> {
  const nothing = page.getByText('No Records found')
  await expect(nothing, address).toBeVisible()
  const around = nothing.locator('..')
  const steps = around.getByRole('button').or(around.getByRole('link'))
  const offered = await steps.count()
  for (let at = 0; at < offered; at++) {
    const step = steps.nth(at)
    const name = await step.innerText()
    await test.step(`next: ${name}`, async () => {
      await step.click()
      const leads = async () => page.url() !== address || (await page.getByRole('dialog').isVisible())
      await expect.poll(leads, `${name} on ${address} leads somewhere`).toBe(true)
      await waitUntilSettled(page)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectScreenWorks(page, `${name} on ${address}`, errors)
      await showAnew(page, address)
    })
  }
}

/** A search without results says so and can be cleared. */
async function searchWithoutResult(page: Page, address: string, errors: readonly string[]): Promise<void> {
  const search = page.getByRole('main').getByRole('searchbox').first()
  if (!(await search.isVisible())) return
  await search.fill('nobody is called this')
  await expect(page.getByText('No Records found')).toBeVisible()
  await waitUntilSettled(page)
  await expectScreenWorks(page, `a search in vain on ${address}`, errors)
  const clear = page.getByRole('button', { name: 'Clear search and filters' })
  if (await clear.isVisible()) {
    await clear.click()
    await expect(search).toHaveValue('')
  }
  await showAnew(page, address)
}
