import type { Page } from '@playwright/test'
import { buildOrders } from '../server/test/build.ts'
import { expect, test } from './test.ts'
import { open, openPage } from './walk.ts'

// The first selected row shows the actions on selected rows, and nothing moves: the next click is meant for the next row.

const lists = ['/pending_orders', '/total_orders', '/qr_codes', '/client_companies', '/vouchers']

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ })

/** Where everything is, without the bar itself, and the note that comes below a list some time after it. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main a, main h1, main input, main tr, main li, main [aria-label=Pages]')]
      .filter((element) => !element.closest('section[aria-label="Selected rows"], main p'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [element.tagName, x, y, width, height].join(' ')
      }),
  )

/** With reduced motion, a screen takes some time to take its font sizes: longer on a busy machine. */
async function settledPlaces(page: Page) {
  let before = await places(page)
  let times = 0
  const countUnmoved = async () => {
    const now = await places(page)
    times = now.join() === before.join() ? times + 1 : 0
    before = now
    return times
  }
  await expect.poll(countUnmoved, { intervals: [200] }).toBeGreaterThan(4)
  return before
}

for (const place of ['desk', 'phone'] as const) {
  test(`nothing moves when the first row is selected, at ${place} @proof`, async ({ browser, desk }) => {
    const page = await openPage(browser, place, 'light')
    // Early on a day the demo shop may have one that waits.
    await desk.shop.withDatabase((db) => buildOrders(db, 2))
    await desk.enter(page, 'admin')
    for (const list of lists) {
      await test.step(list, async () => {
        await open(page, desk.shop.url + list)
        const before = await settledPlaces(page)
        const [first, second] = [
          await boxes(page).nth(0).boundingBox(),
          await boxes(page).nth(1).boundingBox(),
        ]
        if (!first || !second) throw new Error(`${list} has too few rows`)
        await page.mouse.click(first.x + 10, first.y + 10)
        await page.mouse.click(second.x + 10, second.y + 10)
        const bar = page.getByRole('region', { name: 'Selected rows' })
        await expect(bar.getByText('2 selected')).toBeVisible()
        await expect(bar.getByRole('button').nth(1)).toBeVisible()
        expect(await places(page), list).toEqual(before)
        await bar.getByRole('button', { name: 'Clear' }).click()
        await expect(page.getByText('2 selected')).toHaveCount(0)
        expect(await places(page), list).toEqual(before)
      })
    }
    await page.context().close()
  })
}

test('on a phone the bar takes no room until something is selected, and a double tap does not act on it', async ({
  browser,
  desk,
}) => {
  const page = await openPage(browser, 'phone', 'light')
  await desk.enter(page, 'admin')
  await open(page, `${desk.shop.url}/qr_codes`)
  await expect(page.getByRole('region', { name: 'Selected rows' })).toHaveCount(0)
  // The bar appears right under the finger: the second tap is still meant for the card.
  await boxes(page)
    .nth(4)
    .evaluate((box) => {
      const { bottom } = box.getBoundingClientRect()
      window.scrollBy(0, bottom - window.innerHeight + 20)
    })
  const box = await boxes(page).nth(4).boundingBox()
  if (!box) throw new Error('too few codes')
  await page.mouse.dblclick(box.x + 10, box.y + 10)
  await expect(boxes(page).nth(4)).not.toBeChecked()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The last row and the pager can be scrolled above the bar.
  await boxes(page).nth(0).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  // The page grows by the bar's height once the bar is measured.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const pager = await page.getByRole('region', { name: 'Pages' }).boundingBox()
    const shown = await bar.boundingBox()
    expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0)
  }).toPass()
  await page.context().close()
})
