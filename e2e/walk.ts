import { type Browser, expect, type Page, type Request, test } from '@playwright/test'
import { type Screen, screens, unknownAddress } from '../web/src/app/screens.ts'
import { expectAccessible } from './axe.ts'
import type { Role } from './desk.ts'
import { expectTapTargets } from './targets.ts'

// Checks for every screen, for all roles and with or without data.

const widths = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  // The desk at 200 %: so much of a page is left.
  zoomed: { width: 640, height: 400 },
}

export type Place = keyof typeof widths
export type Scheme = 'light' | 'dark'

/** A page of this size and colour scheme, without animations. */
export async function openPage(browser: Browser, place: Place, colorScheme: Scheme): Promise<Page> {
  const context = await browser.newContext({
    viewport: widths[place],
    colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  trackRequests(page)
  return page
}

/** From now on it is known which requests of a page are pending: these. */
export function trackRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  let isLeaving = false
  page.on('request', (request) => {
    isLeaving ||= request.isNavigationRequest() && request.frame() === page.mainFrame()
    // The stream of events stays open as long as the page.
    if (!request.url().endsWith('/api/events')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('framenavigated', (frame) => {
    if (!isLeaving || frame !== page.mainFrame()) return
    isLeaving = false
    // What the page before asked for until it was left is cancelled, and not always said to have ended.
    pending.clear()
  })
  requests.set(page, pending)
  return pending
}

/** The pending requests of a page. */
const requests = new WeakMap<Page, Set<Request>>()

/** Collects exceptions, console errors and failed requests of a page. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The response handler below reports the same with its path.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  page.on('requestfailed', (request) => {
    // Leaving a screen aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      errors.push(`${request.failure()?.errorText} ${request.url()}`)
  })
  return errors
}

/** Left out: logout would end the session that the other screens need. */
const endsSession = /logout/

/** The screens of a role. */
export const screensFor = (role: Role) =>
  screens.filter(({ access, path }) => [role, 'both', 'public'].includes(access) && !endsSession.test(path))

export type Ids = {
  order: string
  user: string
  webhook?: string
  quote?: string
  invoice?: string
  account?: string
  company?: string
  approval?: string
  request?: string
  /** Of the link that stops messages. */
  code?: string
}

function addressOf({ path }: Screen, ids: Ids): string {
  const {
    order,
    user,
    webhook = order,
    quote = order,
    invoice = order,
    account = user,
    company = order,
    approval = order,
    request = order,
  } = ids
  if (path === '/job_tickets') return `${path}?order=${order}`
  const known: Record<string, string> = {
    '/user/:id': user,
    '/webhook/:id': webhook,
    '/quote/:id': quote,
    '/invoice/:id': invoice,
    '/company_invoices/:id': company,
    '/account/:id': account,
    '/approval/:id': approval,
    '/order_request/:id': request,
  }
  return path
    .replace(':day', '2026-01-03')
    .replace(':code', ids.code ?? order)
    .replace(':id', known[path] ?? order)
}

/**
 * Visits every screen of a role, each in its own step: by its address, or within the loaded page where `within` says so and the
 * screen has the frame of the others.
 */
export async function walkScreens(
  page: Page,
  role: Role,
  { url, ids, within }: { url: string; ids: Ids; within: boolean },
  visit: (screen: Screen, address: string) => Promise<void>,
): Promise<void> {
  for (const [index, screen] of screensFor(role).entries()) {
    const path = addressOf(screen, ids)
    await test.step(path, async () => {
      const address = url + path
      if (within && index > 0 && screen.shell) await showAnew(page, address)
      else await open(page, address)
      await visit(screen, address)
    })
  }
}

/** Opens a URL and waits until the page has settled. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitUntilSettled(page)
}

/**
 * Shows a screen anew within the loaded page, as a link would. Loading the page takes several times as much processor time,
 * because the app and axe are compiled again. The screen of an unknown address comes in between, so that nothing is left of a
 * screen that is shown once more.
 */
export async function showAnew(page: Page, address: string): Promise<void> {
  const leaveInput = page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true })
  const isUnknown = async () => {
    // What was typed is given up, or a draft of it would be on the screen for all that follows.
    if (await leaveInput.isVisible()) await leaveInput.click()
    return (await page.title()).startsWith(unknownAddress.title)
  }
  await follow(page, '/unknown')
  await expect.poll(isUnknown, { intervals: [20], message: `${page.url()} is left` }).toBe(true)
  await follow(page, address)
  await expect.poll(isUnknown, { intervals: [20], message: `${address} is shown` }).toBe(false)
  await waitUntilSettled(page)
}

const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState({ at: Number(window.history.state?.at ?? 0) + 1 }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, address)

/**
 * Waits until no request is pending and the page has rendered a heading and no 'Loading...'. Polls in the page:
 * Playwright's `networkidle` never comes once the stream of events is open.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const pending = requests.get(page) ?? trackRequests(page)
  let quiet = 0
  const settled = async () => {
    const isDrawn = await page.evaluate(drawn)
    quiet = isDrawn && pending.size === 0 ? quiet + 1 : 0
    return quiet > 2 ? 'settled' : { isDrawn, quiet, pending: [...pending].map((request) => request.url()) }
  }
  await expect.poll(settled, { intervals: [20], message: `${page.url()} settles` }).toBe('settled')
}

/** Waits until the browser has drawn some frames: what a change sets off at once has happened then. */
export const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame)
  })

/**
 * Waits for two frames and an idle callback, then tells whether the page shows its heading and is not loading. A browser that
 * has nothing to draw, or no idle moment, sends none for minutes: then it tells after a while.
 */
const drawn = () =>
  new Promise<boolean>((resolve) => {
    const check = () =>
      resolve(document.querySelector('h1') !== null && !document.body.textContent.includes('Loading...'))
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(check)))
    setTimeout(check, 3_000)
  })

/** Values of lists that have so little space that their lines have less than six letters. */
const brokenTexts = () =>
  [...document.querySelectorAll<HTMLElement>('td, dd')].flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const rects: DOMRect[] = []
    while (texts.nextNode()) {
      // What is folded in has places, too.
      if (!texts.currentNode.parentElement?.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      rects.push(...range.getClientRects())
    }
    let lines = 0
    let bottom = Number.NEGATIVE_INFINITY
    // Parts of one line may begin at different heights.
    for (const rect of rects.toSorted((one, other) => one.top - other.top)) {
      if (rect.width <= 1 || (rect.top + rect.bottom) / 2 < bottom) continue
      lines += 1
      bottom = rect.bottom
    }
    const text = cell.innerText.trim()
    return lines > 4 && text.length / lines < 6 ? [text] : []
  })

/** Buttons whose words stick out of them, over what is beside; beside a heading its arrow has its place. */
const tightButtons = () =>
  [...document.querySelectorAll<HTMLElement>('button:not(th button), a[class*=button]')].flatMap((button) => {
    if (!button.checkVisibility({ visibilityProperty: true }) || button.clientWidth <= 1) return []
    return button.scrollWidth > button.clientWidth + 1 ? [button.innerText.trim()] : []
  })

/** The screen fits the page, breaks no text into letters, violates no accessibility rule, has no errors and shows no `undefined` or `NaN`. */
export async function expectScreenWorks(page: Page, where: string, errors: readonly string[]): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(await page.locator('body').innerText(), where).not.toMatch(
    /\b(NaN|undefined|Invalid Date)\b|\[object /,
  )
  expect(await page.evaluate(brokenTexts), `${where} breaks texts into columns of a few letters`).toEqual([])
  expect(
    await page.evaluate(tightButtons),
    `${where} has buttons that are narrower than their words`,
  ).toEqual([])
  await expectAccessible(page, where)
  await expectTapTargets(page, where)
  if (darkToo.has(page)) await inDark(page, () => expectAccessible(page, `${where}, in dark`))
  expect(errors, where).toEqual([])
}

/** Pages whose colours are checked in the dark, too. */
const darkToo = new WeakSet<Page>()

/** From now on each check of this page's screens looks at its colours in the dark, too, without opening anything again. */
export const checkDarkToo = (page: Page) => void darkToo.add(page)

/** Does something while the page is dark. */
async function inDark(page: Page, work: () => Promise<void>): Promise<void> {
  for (const [colorScheme, check] of [
    ['dark', work],
    ['light', async () => {}],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, colorScheme)
    await check()
  }
}

const popup = 'dialog, [role=menu], [role=listbox]'
const shellMenu = /^(Account|Settings|Find anything)$/

/** Opens and checks each menu and dialog of the screen. What a button opens gives the focus back to a control when it closes. */
export async function checkPopups(page: Page, address: string, errors: readonly string[]): Promise<void> {
  const found = await findOpeners(page)
  // What the shell opens is the same on all screens, so it is checked once.
  const names = found.filter((name) => !shellMenu.test(name) || address.endsWith('/update_password'))
  for (const name of names) {
    await test.step(name, async () => {
      const opensPopup = await clickOpener(page, name, address)
      if (await page.locator(popup).first().isVisible())
        await expectScreenWorks(page, `${address}, ${name} open`, errors)
      const items = (await page.getByRole('menuitem').allInnerTexts()).filter((item) => asksFirst.test(item))
      if ((await leave(page, address)) && opensPopup) await expectFocus(page, `closing ${name} on ${address}`)
      for (const item of items) {
        await clickOpener(page, name, address)
        await page.getByRole('menuitem', { name: item, exact: true }).click()
        await waitUntilOpen(page, address, 'dialog')
        await expectScreenWorks(page, `${address}, ${item} of ${name}`, errors)
        await leave(page, address)
      }
    })
  }
}

/** Clicks a button and waits for what it opens; true where the button says that it opens a menu or dialog. */
async function clickOpener(page: Page, name: string, address: string): Promise<boolean> {
  const button = page.getByRole('button', { name, exact: true }).first()
  const opensPopup = (await button.getAttribute('aria-haspopup')) !== null
  await button.click()
  if (opensPopup) await waitUntilOpen(page, address, popup)
  // What another button opens may be outside the page: a file chooser.
  else await waitUntilOpen(page, address, popup, 1000).catch(() => undefined)
  return opensPopup
}

/** The focus is on a control or on the heading: a person without a mouse goes on from where they were. */
const expectFocus = (page: Page, after: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `focus after ${after}` })
    .not.toMatch(/^(BODY|MAIN)$/)

/** Waits for a menu or dialog, whose code may be loaded first, for the field of a form in the page, or for another screen. */
async function waitUntilOpen(page: Page, address: string, selector: string, timeout = 15_000): Promise<void> {
  await page.waitForFunction(
    ([from, wanted]) =>
      window.location.href !== from ||
      document.querySelector(wanted) !== null ||
      document.activeElement?.matches('input, textarea'),
    [address, selector] as const,
    { timeout },
  )
  await waitUntilSettled(page)
}

/** Closes a menu or dialog, which is true; shows the screen anew where a button did anything else. */
async function leave(page: Page, address: string): Promise<boolean> {
  const opened = page.locator(popup)
  if (page.url() === address && (await opened.count()) > 0) {
    await page.keyboard.press('Escape')
    await waitUntilSettled(page)
    if (page.url() === address && (await opened.count()) === 0) return true
  }
  await showAnew(page, address)
  return false
}

/** Menu items that open a dialog and change nothing by themselves. */
const asksFirst = /^(Edit|Cancel order|Reset password|Print labels)$/

/** The names of the buttons that open a menu or dialog and change nothing by themselves. */
export async function findOpeners(page: Page): Promise<string[]> {
  const named =
    /^(Account|Settings|Assign|Failed attempt|Cancel order|Reopen|Grant or deduct|(New|Create|Generate|Upload|Sell|Renew|Edit|Add|Preview|More|Mark|View|Void)\b.*)$/
  const names = await page.getByRole('button').evaluateAll((buttons) =>
    // Disabled buttons need a selection first.
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
  // One row of a list is enough for each kind of row button.
  const kinds = new Map(
    wanted.map((name) => [name.replace(/^(More|Edit|Renew|Mark|Void|Uses) .*/, '$1'), name]),
  )
  return [...kinds.values()]
}
