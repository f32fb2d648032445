import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Screen } from '../web/src/screens.ts'
import { type Desk, openDesk, type Role } from './desk.ts'
import { addressOf, expectCalm, listen, lookInside, open, openPage, screensFor, settle } from './walk.ts'

// The first minutes of a new shop: nobody but its super admin, then one courier with nothing to do. Every screen of
// the table says that there is nothing, and what to do next, and that works.

let desk: Desk
test.beforeAll(async () => {
  desk = await openDesk()
})
test.afterAll(() => desk.shop.stop())

/** In the menu, but no lists that begin empty: figures, and those who sign in. */
const neverEmpty = ['dashboard/DashboardPage', 'staff/StaffUsersPage']

/** What an address in an old message may lead to. */
const gone = '01890000-0000-7000-8000-000000000000'

for (const role of ['admin', 'staff'] as const) {
  test.describe(role, () => {
    if (role === 'staff') test.beforeAll(() => desk.hire())
    for (const place of ['desk', 'phone'] as const) {
      test(`every screen of an empty shop, ${role} at ${place}`, async ({ browser }) => {
        test.setTimeout(400_000)
        const page = await openPage(browser, place, 'light')
        const complaints = listen(page)
        await desk.enter(page, role)
        for (const screen of screensFor(role)) {
          const path = addressOf(screen, { order: gone, user: gone })
          await test.step(path, () => look(page, screen, desk.shop.url + path, role, complaints))
        }
        await page.context().close()
      })
    }
  })
}

async function look(page: Page, screen: Screen, address: string, role: Role, complaints: string[]) {
  await open(page, address)
  // Of a record that is not there the server says so, and the screen must.
  if (address.includes(gone)) expect(complaints.splice(0).join()).toMatch(/^(404 [^,]*,?)+$/)
  await expectCalm(page, address, complaints)
  const main = page.getByRole('main')
  await expectKnownLinks(main, role)
  if (address.includes(gone)) return
  if (screen.menu && !neverEmpty.includes(screen.page)) await expectEmpty(page, address, complaints)
  // The same at every width, and the walk through the full shop opens the dialogs on the phone.
  if (isPhone(page)) return
  await searchInVain(page, address, complaints)
  await lookInside(page, address, complaints)
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** No link leads to where this role has no screen. */
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

/** The list says that it is empty, and each step it offers leads somewhere. */
async function expectEmpty(page: Page, address: string, complaints: readonly string[]): Promise<void> {
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
      await settle(page)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectCalm(page, `${name} on ${address}`, complaints)
      await open(page, address)
    })
  }
}

/** A search that matches nothing says so, and is taken off again. */
async function searchInVain(page: Page, address: string, complaints: readonly string[]): Promise<void> {
  const search = page.getByRole('main').getByRole('searchbox').first()
  if (!(await search.isVisible())) return
  await search.fill('nobody is called this')
  await expect(page.getByText('No Records found')).toBeVisible()
  await settle(page)
  await expectCalm(page, `a search in vain on ${address}`, complaints)
  const clear = page.getByRole('button', { name: 'Clear search and filters' })
  if (await clear.isVisible()) {
    await clear.click()
    await expect(search).toHaveValue('')
  }
  await open(page, address)
}
