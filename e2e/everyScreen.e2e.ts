import type { Page } from '@playwright/test'
import { type Screen, screens } from '../web/src/screens.ts'
import { expectAccessible } from './axe.ts'
import { courier, type Desk, expect, test } from './test.ts'

// Every screen of the table, for whoever may see it, at both widths, and in the dark where each role works most: it opens, fits the page, throws
// nothing, and breaks no rule of accessibility, with each of its menus and dialogs open, too.

const widths = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

const walks = [
  { role: 'admin', place: 'desk', colorScheme: 'light' },
  { role: 'admin', place: 'phone', colorScheme: 'light' },
  { role: 'admin', place: 'desk', colorScheme: 'dark' },
  { role: 'staff', place: 'desk', colorScheme: 'light' },
  { role: 'staff', place: 'phone', colorScheme: 'light' },
  { role: 'staff', place: 'phone', colorScheme: 'dark' },
] as const

for (const { role, place, colorScheme } of walks) {
  test(`every screen of ${role} at ${place} in ${colorScheme}`, async ({ browser, desk }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext({
      viewport: widths[place],
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const complaints = listen(page)
    await desk.enter(page, role)
    const ids = { order: await anOrder(desk), user: await aCustomer(desk) }
    for (const screen of screens.filter(({ access }) => [role, 'both', 'public'].includes(access))) {
      const address = addressOf(screen, ids)
      await test.step(address, () => look(page, desk.shop.url + address, colorScheme, complaints))
    }
    await context.close()
  })
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

/** An order with a move left that the courier has, so that both roles may see it. */
async function anOrder({ api }: Desk): Promise<string> {
  const staff = await api<Found>('GET', `/api/staff_users/?query=${encodeURIComponent(courier.email)}`)
  const assigned_user = staff.results[0]?.id ?? ''
  const theirs = await api<Found>('GET', `/api/my_orders/?assigned_user=${assigned_user}&status=assigned`)
  if (theirs.results[0]) return theirs.results[0].id
  const pending = await api<Found>('GET', '/api/all-orders/?status=confirmed&limit=1')
  const order = pending.results[0]?.id ?? ''
  await api('PATCH', `/api/all-orders/${order}/`, { assigned_user })
  return order
}

type Found = { results: { id: string }[] }

async function aCustomer({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/users/?limit=1')
  return results[0]?.id ?? ''
}

const addressOf = ({ path }: Screen, { order, user }: { order: string; user: string }) =>
  path === '/job_tickets'
    ? `${path}?order=${order}`
    : path.replace(':id', path === '/user/:id' ? user : order)

const shellMenu = /^(Account|Settings)$/

/** Signing out ends the session that the other screens need. */
const endsSession = /logout/

async function look(
  page: Page,
  address: string,
  scheme: 'light' | 'dark',
  complaints: string[],
): Promise<void> {
  if (endsSession.test(address)) return
  await open(page, address)
  await expectCalm(page, address, complaints)
  // What opens is made of what the screens are made of: its colours in the dark are seen already.
  const found = scheme === 'light' ? await openers(page) : []
  // The shell's own menus are the same everywhere: once is enough.
  const names = found.filter((name) => !shellMenu.test(name) || address.endsWith('/update_password'))
  for (const name of names) {
    await test.step(name, async () => {
      await page.getByRole('button', { name, exact: true }).first().click()
      const opened = page.locator('[role=dialog], [role=menu], [role=listbox]').first()
      if (await opened.isVisible().catch(() => false))
        await expectCalm(page, `${address}, ${name} open`, complaints)
      await open(page, address)
    })
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Loading...')).toHaveCount(0)
}

async function expectCalm(page: Page, where: string, complaints: string[]): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  await expectAccessible(page, where)
  expect(complaints, where).toEqual([])
}

/** The buttons of a screen that open something and change nothing by themselves. */
async function openers(page: Page): Promise<string[]> {
  const named =
    /^(Account|Settings|Assign|Failed attempt|Cancel order|Reopen|Edit|New staff user|New user|New plan|Sell plan|Renew .*|Edit .*|Add notes|Grant or deduct|Preview.*|More.*)$/
  const names = await page.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => ({
      name: button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '',
      opens: button.hasAttribute('aria-haspopup'),
    })),
  )
  const wanted = names
    .filter(({ name, opens }) => name !== '' && (opens || named.test(name)))
    .map(({ name }) => name)
  // What each row of a list opens is looked at once.
  const kinds = new Map(wanted.map((name) => [name.replace(/^(More actions for|Edit|Renew) .*/, '$1'), name]))
  return [...kinds.values()]
}
