import { test as base, expect } from '@playwright/test'
import { type Desk, openDesk, staffUser } from './desk.ts'
import { trackRequests } from './walk.ts'

/** The tests of a worker share a demo shop with one staff user whose password they know. */
export const test = base.extend<{ invariants: void }, { desk: Desk }>({
  // After each test every counter and balance must match its rows.
  invariants: [
    async ({ desk }, use) => {
      await use()
      await desk.shop.expectInvariants()
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    trackRequests(page)
    await use(page)
  },
  desk: [
    async ({ browserName: _any }, use) => {
      const desk = await openDesk('--demo', '--orders', '120')
      await desk.createStaffUser()
      await use(desk)
      await desk.shop.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

export { type Desk, expect, staffUser }
