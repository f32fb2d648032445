import type { Request } from '@playwright/test'
import { findRecords } from './records.ts'
import { expect, test } from './test.ts'
import { openPage, waitUntilSettled, walkScreens } from './walk.ts'

// What each screen asks the API for in its first 15 seconds: each of its data once, and not more than it needs.

/** The most that a screen asks for, the profile and the stream of the frame included: the order's page, with its file. */
const most = 15

for (const role of ['admin', 'staff'] as const) {
  test(`every screen of ${role} asks for each of its data once`, async ({ browser, desk }) => {
    const page = await openPage(browser, 'desk', 'light')
    await desk.enter(page, role)
    const ids = await findRecords(desk)
    await page.clock.install()
    const asked: string[] = []
    let stream: ReturnType<Request['response']> | undefined
    page.on('request', (request: Request) => {
      if (request.method() !== 'GET') return
      const { pathname, search } = new URL(request.url())
      if (pathname === '/api/events') stream = request.response()
      // A PDF is read in parts.
      const { range = '' } = request.headers()
      if (/^\/(api|\w+_app)\//.test(pathname)) asked.push(`${pathname}${search} ${range}`.trim())
    })
    await walkScreens(page, role, { url: desk.shop.url, ids, within: false }, async ({ path }) => {
      // In steps, as time goes. Until the stream is open a screen reads again every few seconds, by the clock that runs ahead.
      for (const seconds of [3, 3, 3, 3, 3]) {
        await page.clock.runFor(seconds * 1_000)
        await waitUntilSettled(page)
        await stream
        await waitUntilSettled(page)
      }
      expect([path, asked.toSorted()]).toEqual([path, [...new Set(asked)].toSorted()])
      expect([path, asked.slice(most)]).toEqual([path, []])
      asked.length = 0
      stream = undefined
    })
    await page.context().close()
  })
}
