import { expect, test } from './test.ts'
import { open, openPage, waitUntilSettled } from './walk.ts'

// What a person looks for in a list is not cut: names, and the status.

const lists = [
  '/total_orders',
  '/pending_orders',
  '/assigned_orders',
  '/completed_orders',
  '/staff_users',
  '/users',
  '/client_companies',
  '/vouchers',
  '/vouchers?tab=purchased',
  '/user_subscription',
  '/qr_codes',
  '/leads?status=all',
]
const whole = ['Name', 'Customer', 'Staff', 'Company', 'Email', 'Status']

test('names and statuses are not cut at 1024 and 1280', async ({ browser, desk }) => {
  test.setTimeout(120_000)
  const page = await openPage(browser, 'desk', 'light')
  await desk.enter(page, 'admin')
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
      const cut = await page.getByRole('table').evaluate((table, names) => {
        const heads = [...table.querySelectorAll('th')].map((head) => head.textContent?.trim() ?? '')
        return [...table.querySelectorAll('tbody tr')].flatMap((row) =>
          [...row.querySelectorAll('td')].flatMap((cell, at) => {
            const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*')]
            const isCut = parts.some(
              (part) =>
                part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis',
            )
            return isCut && names.includes(heads[at] ?? '') ? [`${heads[at]}: ${cell.textContent}`] : []
          }),
        )
      }, whole)
      expect.soft(cut, `${path} at ${width}`).toEqual([])
    }
  }
  await page.context().close()
})
