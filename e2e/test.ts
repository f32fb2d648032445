import { test as base, expect } from '@playwright/test'
import { courier, type Desk, openDesk } from './desk.ts'

/** Tests share the demo shop, with one courier whose password they know. */
export const test = base.extend<object, { desk: Desk }>({
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
