import { test as base, expect } from '@playwright/test'
import { courier, type Desk, openDesk } from './desk.ts'

/** Tests share the demo shop, with one courier whose password they know. */
export const test = base.extend<{ soundShop: void }, { desk: Desk }>({
  // Whatever a story did, in the end every kept number is what the rows say.
  soundShop: [
    async ({ desk }, use) => {
      await use()
      await desk.shop.expectSound()
    },
    { auto: true },
  ],
  desk: [
    async ({ browserName: _any }, use) => {
      const desk = await openDesk('--demo', '--orders', '120')
      await desk.hire()
      await use(desk)
      await desk.shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { courier, type Desk, expect }
