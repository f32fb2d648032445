import { expect } from '@playwright/test'
import { findRecords } from './records.ts'
import { test } from './test.ts'
import { openPage, walkScreens } from './walk.ts'

// What of a phone stands above the first record of a list: the bar of the app, a heading with the button that creates, and one
// row of controls; a list with tabs has one row more.

/** In px of 844. A heading of two lines takes 12 px more than one. */
const most = { usual: 200, withTabs: 250 }
const withTabs = [
  '/leads',
  '/qr_codes',
  '/vouchers',
  '/client_companies',
  '/staff_users',
  '/ability_sets',
  '/messages',
  '/message_templates',
  '/statements',
]
/** Where other things come first: the customer, the figures, what is to be done with the cash. */
const notLists = ['/user/:id', '/production', '/complaints', '/cash', '/till']

test('at 390 px the first record of every list is within the upper part of the window', async ({
  browser,
  desk,
}) => {
  const page = await openPage(browser, 'phone', 'light')
  await desk.enter(page, 'admin')
  const ids = await findRecords(desk)
  const found: Record<string, number> = {}
  await walkScreens(page, 'admin', { url: desk.shop.url, ids, within: true }, async ({ path }) => {
    const top = await page.evaluate(() => {
      window.scrollTo(0, 0)
      return document.querySelector('[data-row]')?.getBoundingClientRect().top
    })
    if (top !== undefined && !notLists.includes(path)) found[path] = Math.round(top)
  })
  expect(Object.keys(found).length).toBeGreaterThan(15)
  const low = Object.entries(found).filter(
    ([path, top]) => top > (withTabs.includes(path) ? most.withTabs : most.usual),
  )
  expect(low).toEqual([])
  await page.context().close()
})
