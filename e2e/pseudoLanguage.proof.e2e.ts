import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { findRecords } from './records.ts'
import { expect, test } from './test.ts'
import { openPage, waitUntilSettled, walkScreens } from './walk.ts'

// The screens in a language that nobody speaks, each text longer by a third and in ⟦brackets⟧: what stands outside of them is in
// no catalogue, unless the server sent it. On a phone it also shows what has no room for longer words.

let dist = ''

test.beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'pseudo-'))
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', dist, '--emptyOutDir'],
    {
      env: { ...process.env, LANGUAGE: 'pseudo' },
      stdio: 'ignore',
    },
  )
})
test.afterAll(() => rmSync(dist, { recursive: true, force: true }))

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

/** Gives the pages of a browser the pseudo build, with the server's own data, whose texts are added to `sent`. */
async function usePseudoBuild(context: BrowserContext, sent: string[]): Promise<void> {
  const page = readFileSync(join(dist, 'index.html'), 'utf8').replace(
    'data-time-zone=""',
    'data-time-zone="Asia/Kolkata"',
  )
  await context.route('**/*', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) {
      const body = readFileSync(join(dist, pathname))
      return route.fulfill({ body, contentType: types[extname(pathname)] ?? 'application/octet-stream' })
    }
    if (request.resourceType() === 'document')
      return route.fulfill({ body: page, contentType: 'text/html; charset=utf-8' })
    if (!/^\/(api|referral_app|coupon_app)\//.test(pathname) || pathname === '/api/events')
      return route.fallback()
    // The server may close a connection that waits, just when it is taken for this.
    const response = await route.fetch({ maxRetries: 2 })
    sent.push(...textsIn(await response.json().catch(() => null)))
    return route.fulfill({ response })
  })
}

/** The texts in an answer of the server; names of fields are none. */
function textsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
  return answer && typeof answer === 'object' ? Object.values(answer).flatMap(textsIn) : []
}

/** Runs before each page: its record was opened from a list, whose name and steps stand above it. Chance gives others a list. */
const comeFromList = () => {
  const links = ['/before', window.location.pathname, '/after']
  const title = '⟦Subscription assigned orders ~~~ ~~~⟧'
  window.sessionStorage.setItem('last-list', JSON.stringify({ to: '/assigned_orders', title, links }))
}

/** What is seen, or read out, and stands in no brackets. */
const outsideBrackets = () => {
  const found: string[] = []
  let depth = 0
  const read = (text: string, isSeen: boolean) => {
    let outside = ''
    for (const letter of text) {
      if (letter === '⟦') depth += 1
      else if (letter === '⟧') depth -= 1
      else outside += depth === 0 ? letter : ' '
    }
    if (isSeen && /\p{L}{2}/u.test(outside)) found.push(outside.trim())
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Element) {
      const before = depth
      depth = 0
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-valuetext'])
        read(node.getAttribute(name) ?? '', node.checkVisibility())
      depth = before
    } else if (!/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.parentElement?.tagName ?? ''))
      read(node.nodeValue ?? '', node.parentElement?.checkVisibility() ?? false)
  }
  return found
}

/** What is the same in every language: parts of days, units, names of techniques and of paper, languages by their own names. */
const known =
  /^(\d*(st|nd|rd|th)|[ap]m|[KM]B|SMS|WhatsApp|UPI|IBAN|BIC|PDF|CSV|API|Letter|English|हिन्दी|العربية|shop@bank)$/

/** What stands beyond the right edge of the page, where that makes it scroll sideways. */
const tooWide = () => {
  const root = document.documentElement
  if (root.scrollWidth <= window.innerWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((one) => one.getBoundingClientRect().right > window.innerWidth && one.childElementCount === 0)
    .map((one) => `${one.tagName} “${one.textContent.slice(0, 40)}”`)
    .slice(0, 5)
}

for (const role of ['admin', 'staff'] as const)
  test(`every text of ${role} is in the catalogues, and has room on a phone`, async ({ browser, desk }) => {
    const page = await openPage(browser, 'phone', 'light')
    const sent: string[] = []
    await desk.enter(page, role)
    await usePseudoBuild(page.context(), sent)
    await page.addInitScript(comeFromList)
    const ids = await findRecords(desk)
    const unknown = new Map<string, string>()
    const wide: string[] = []
    const look = async (where: string) => {
      const all = sent.join('\n')
      // The audit calls what people rarely change as the database does.
      const isColumn = (text: string) => where.startsWith('/audit') && /^[A-Z][a-z ]+:( |$)/.test(text)
      for (const text of await page.evaluate(outsideBrackets)) {
        const words = text.match(/[\p{L}\p{M}][\p{L}\p{M}’'.@-]+/gu) ?? []
        const strange = words.filter((word) => !known.test(word) && !all.includes(word))
        if (strange.length > 0 && !isColumn(text)) unknown.set(text, where)
      }
      const over = await page.evaluate(tooWide)
      if (over.length > 0) wide.push(`${where}: ${over.join(', ')}`)
    }
    await walkScreens(page, role, { url: desk.shop.url, ids, within: false }, async (_screen, address) => {
      const { pathname } = new URL(address)
      await look(pathname)
      const openers = page.locator('button[aria-haspopup]:not([disabled]):visible')
      for (let at = 0; at < Math.min(await openers.count(), 12); at++) {
        await openers
          .nth(at)
          .click({ timeout: 3000 })
          .catch(() => undefined)
        await waitUntilSettled(page)
        await look(`${pathname}, ${at}`)
        await page.keyboard.press('Escape')
        await waitUntilSettled(page)
        if (page.url() !== address) {
          await page.goto(address)
          await waitUntilSettled(page)
        }
      }
    })
    await page.context().close()
    expect.soft([...unknown]).toEqual([])
    expect.soft(wide).toEqual([])
  })
