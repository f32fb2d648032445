import type { BrowserContext, Page } from '@playwright/test'
import { patienceMs } from '../web/src/orders/roundActs/patience.ts'

declare global {
  interface Window {
    endHeld: (ms: number) => void
  }
}

/**
 * Timers of this length do not end by themselves on pages that are loaded from now on: what the app shows for some seconds a
 * busy machine may never see. Returns what ends those of a page that have begun.
 */
export async function holdTimers(
  where: Page | BrowserContext,
  ms: number,
): Promise<(page: Page) => Promise<void>> {
  await where.addInitScript((held) => {
    const begun: (() => void)[] = []
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const begin = window[name].bind(window)
      const hold = (work: () => void, length?: number, ...rest: unknown[]) =>
        length === held ? begun.push(work) && 0 : begin(work, length, ...rest)
      Object.assign(window, { [name]: hold })
    }
    const endOthers = window.endHeld
    window.endHeld = (length) => {
      if (length !== held) return endOthers(length)
      for (const work of begun.splice(0)) work()
    }
  }, ms)
  return (page) => page.evaluate((length) => window.endHeld(length), ms)
}

/** On a busy machine a move may take longer than a courier waits for it: then it would be one that waits to be sent. */
export const holdPatience = (where: Page | BrowserContext) => holdTimers(where, patienceMs)
