import { makePdf } from '../server/test/pdf.ts'
import { findRecords } from './records.ts'
import { expect, test } from './test.ts'
import { open, openPage, waitUntilSettled, walkScreens } from './walk.ts'

// What a person looks for in a list is not cut: names, times and amounts, the headings, and what a filter says.

const lists = [
  '/total_orders',
  '/pending_orders',
  '/assigned_orders',
  '/completed_orders',
  '/subscription_total_orders',
  '/staff_users',
  '/users',
  '/client_companies',
  '/vouchers',
  '/vouchers?tab=purchased',
  '/user_subscription',
  '/qr_codes',
  '/leads?status=all',
  '/print_queue',
  '/stock',
  '/production',
  '/quotes',
  '/complaints',
  '/courier_tasks',
  '/payments',
  '/till',
  '/invoices',
  '/accounts',
  '/audit',
  '/messages',
]
/** Texts of any length, which their own page shows in full. */
const long = [
  'About',
  'What was said',
  'What was done',
  'Why it was refused',
  'Details',
  'Target',
  'Reference',
  'Before and after',
  'Answer',
  'Message',
  'Reason',
]

test('names, amounts, headings and filters are not cut at 1024 and 1280 @proof', async ({
  browser,
  desk,
}) => {
  const page = await openPage(browser, 'desk', 'light')
  await desk.enter(page, 'admin')
  const seen = new Set<string>()
  for (const path of lists) {
    await open(page, desk.shop.url + path)
    // Fonts of other systems are wider than ours.
    await page.evaluate(() => {
      const wider = new CSSStyleSheet()
      wider.replaceSync('* { letter-spacing: .03em }')
      document.adoptedStyleSheets = [wider]
    })
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await waitUntilSettled(page)
      // In the morning nothing is completed yet.
      const table = page.getByRole('table')
      if ((await table.count()) === 0) continue
      seen.add(path)
      const cut = await page.evaluate(cutTexts, long)
      expect.soft(cut, `${path} at ${width}`).toEqual([])
    }
  }
  // So that the lists above cannot all be empty without anybody noticing.
  expect(seen.size).toBeGreaterThan(lists.length - 3)
  await page.context().close()
})

test('amounts stay in one line on every screen of a phone @proof', async ({ browser, desk }) => {
  const page = await openPage(browser, 'phone', 'light')
  await desk.enter(page, 'admin')
  const walk = { url: desk.shop.url, ids: await findRecords(desk), within: true }
  let seen = 0
  await walkScreens(page, 'admin', walk, async (_screen, address) => {
    const { count, broken } = await page.evaluate(findAmounts)
    seen += count
    expect.soft(broken, address).toEqual([])
  })
  expect(seen).toBeGreaterThan(50)
  await page.context().close()
})

test('a card of a phone, which has no tooltip, says all that stands in its lines @proof', async ({
  browser,
  desk,
}) => {
  const page = await openPage(browser, 'phone', 'light')
  await desk.enter(page, 'admin')
  let seen = 0
  for (const path of [
    '/cash',
    '/statements',
    '/payments',
    '/complaints',
    '/till',
    '/stock',
    '/total_orders',
  ]) {
    await open(page, desk.shop.url + path)
    const lines = page.locator('main li dd')
    const cut = await lines.evaluateAll((values) =>
      values
        .flatMap((value) => [value, ...value.querySelectorAll('*')])
        .filter((one) => one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1)
        .map(({ textContent }) => textContent),
    )
    expect.soft(cut, path).toEqual([])
    seen += await lines.count()
  }
  expect(seen).toBeGreaterThan(50)
  await page.context().close()
})

test('the name of a file has room on a phone @proof', async ({ browser, desk }) => {
  const page = await openPage(browser, 'phone', 'light')
  await desk.enter(page, 'admin')
  const form = new FormData()
  const { user } = await findRecords(desk)
  form.append('order', JSON.stringify({ user, title: 'Thesis', pickup: true }))
  const name = 'Thesis_final_version_3_with_annexures_and_signed_pages.pdf'
  form.append('files', new Blob([new Uint8Array(await makePdf(3))]), name)
  const { id } = await desk.api<{ id: string }>('POST', '/api/all-orders/', form)
  await open(page, `${desk.shop.url}/order/${id}`)
  const shown = page.getByText(name)
  const { height } = await shown.evaluate((text) => text.getBoundingClientRect())
  // Three lines at most.
  expect(height).toBeLessThan(80)
  await page.context().close()
})

test('of a long name a table shows two lines, and nothing of a third @proof', async ({ page, desk }) => {
  const first_name = 'Sri Venkateshwara Educational and Charitable Trust of North Karnataka'
  await desk.api('POST', '/api/users/', { first_name, mobile: '+919000088777' })
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/users?query=Venkateshwara`)
  const lines = await page.getByRole('link', { name: first_name }).evaluate((link) => {
    const text = document.createRange()
    text.selectNodeContents(link)
    const { bottom } = link.getBoundingClientRect()
    const shown = [...text.getClientRects()].filter(({ top }) => top < bottom - 1)
    return new Set(shown.map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(2)
})

/** Runs in the page: how many amounts it shows, and those that are broken into two lines. */
function findAmounts(): { count: number; broken: string[] } {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  let count = 0
  while (texts.nextNode()) {
    const text = texts.currentNode
    const words = text.textContent?.trim() ?? ''
    if (!/^[−-]?₹[\d,.]+$/.test(words) || !text.parentElement?.checkVisibility()) continue
    count += 1
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    if (lines.size > 1) broken.push(words)
  }
  return { count, broken }
}

/** Runs in the page: the headings, the cells besides those of long texts, and the choices of filters that are not whole. */
function cutTexts(long: string[]): string[] {
  const isCut = (part: Element) =>
    [part, ...part.querySelectorAll('*')].some(
      (one) =>
        one.clientWidth > 2 &&
        // A letter's own edge may stand out by a pixel.
        one.scrollWidth > one.clientWidth + 1 &&
        getComputedStyle(one).overflowX !== 'visible',
    )
  const tables = [...document.querySelectorAll('main table')]
  const heads = tables.flatMap((table) => [...table.querySelectorAll('thead th')])
  const cells = tables.flatMap((table) => {
    const names = [...table.querySelectorAll('thead th')].map((head) => head.textContent.trim())
    return [...table.querySelectorAll('tbody tr')].flatMap((row) =>
      [...row.children].flatMap((cell, at) =>
        !long.includes(names[at] ?? '') && isCut(cell) ? [`${names[at]}: ${cell.textContent}`] : [],
      ),
    )
  })
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const filters = [...document.querySelectorAll('main select')].flatMap((box) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(box)
    pen.font = font
    const text = (box as HTMLSelectElement).selectedOptions[0]?.text ?? ''
    const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return pen.measureText(text).width > room + 1 ? [`The filter ${text}`] : []
  })
  return [...heads.filter(isCut).map((head) => `The heading ${head.textContent}`), ...cells, ...filters]
}
