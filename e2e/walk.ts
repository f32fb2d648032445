import { type Browser, expect, type Page, type Request, test } from '@playwright/test'
import { type Screen, screens } from '../web/src/screens.ts'
import { expectAccessible } from './axe.ts'
import type { Role } from './desk.ts'

// What every screen must keep, whoever looks and however full the shop is.

const widths = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

export type Place = keyof typeof widths
export type Scheme = 'light' | 'dark'

/** A page of this size and look, in which nothing moves. */
export async function openPage(browser: Browser, place: Place, colorScheme: Scheme): Promise<Page> {
  const context = await browser.newContext({
    viewport: widths[place],
    colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  requests.set(page, pending)
  return page
}

/** The requests of a page that have no answer yet. */
const requests = new WeakMap<Page, Set<Request>>()

/** Collects what the page throws, what its console calls an error, and what it asks for in vain. */
export function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The same is told of the answer below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  page.on('requestfailed', (request) => {
    // Leaving a screen drops what it still waits for.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      complaints.push(`${request.failure()?.errorText} ${request.url()}`)
  })
  return complaints
}

/** Signing out ends the session that the other screens need. */
const endsSession = /logout/

/** What a role can open. */
export const screensFor = (role: Role) =>
  screens.filter(({ access, path }) => [role, 'both', 'public'].includes(access) && !endsSession.test(path))

export const addressOf = ({ path }: Screen, { order, user }: { order: string; user: string }) =>
  path === '/job_tickets'
    ? `${path}?order=${order}`
    : path.replace(':id', path === '/user/:id' ? user : order)

/** Opens an address and waits until it has settled. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settle(page)
}

/**
 * Waits until no request is pending, the page has drawn what came of the last one, and shows a heading and no
 * 'Loading...'. Polls in the page: Playwright's `networkidle` and its assertions add half a second to each call.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  let quiet = 0
  const settled = async () => {
    const isDrawn = await page.evaluate(drawn)
    quiet = isDrawn && !requests.get(page)?.size ? quiet + 1 : 0
    return quiet > 2
  }
  await expect.poll(settled, { intervals: [20], message: `${page.url()} settles` }).toBe(true)
}

/** Waits for two frames and an idle moment; whether the page shows its heading and is not loading. */
const drawn = () =>
  new Promise<boolean>((resolve) => {
    const look = () =>
      resolve(document.querySelector('h1') !== null && !document.body.textContent.includes('Loading...'))
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(look)))
  })

/** Fits the page, breaks no rule of accessibility, complains of nothing, and shows nothing that only a program understands. */
export async function expectCalm(page: Page, where: string, complaints: readonly string[]): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(await page.locator('body').innerText(), where).not.toMatch(
    /\b(NaN|undefined|Invalid Date)\b|\[object /,
  )
  await expectAccessible(page, where)
  expect(complaints, where).toEqual([])
}

const popup = '[role=dialog], [role=menu], [role=listbox]'
const shellMenu = /^(Account|Settings)$/

/** Opens each menu and dialog of the screen in turn, and looks at it. */
export async function lookInside(page: Page, address: string, complaints: readonly string[]): Promise<void> {
  const found = await openers(page)
  // The shell's own menus are the same everywhere: once is enough.
  const names = found.filter((name) => !shellMenu.test(name) || address.endsWith('/update_password'))
  for (const name of names) {
    await test.step(name, async () => {
      await page.getByRole('button', { name, exact: true }).first().click()
      const opened = page.locator(popup).first()
      if (await opened.isVisible().catch(() => false))
        await expectCalm(page, `${address}, ${name} open`, complaints)
      await open(page, address)
    })
  }
}

/** The buttons of a screen that open something and change nothing by themselves. */
async function openers(page: Page): Promise<string[]> {
  const named =
    /^(Account|Settings|Assign|Failed attempt|Cancel order|Reopen|Grant or deduct|(New|Create|Generate|Upload|Sell|Renew|Edit|Add|Preview|More|Mark|View|Void)\b.*)$/
  const names = await page.getByRole('button').evaluateAll((buttons) =>
    // What nothing is selected for waits.
    buttons
      .filter((button) => !(button as HTMLButtonElement).disabled)
      .map((button) => ({
        name: button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '',
        opens: button.hasAttribute('aria-haspopup'),
      })),
  )
  const wanted = names
    .filter(({ name, opens }) => name !== '' && (opens || named.test(name)))
    .map(({ name }) => name)
  // What each row of a list opens is looked at once.
  const kinds = new Map(
    wanted.map((name) => [name.replace(/^(More|Edit|Renew|Mark|Void|Uses) .*/, '$1'), name]),
  )
  return [...kinds.values()]
}
