import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

/** Fails with the broken rules and the elements that break them. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Run by the debugger's own channel, which the page's Content-Security-Policy does not bind.
  await page.evaluate(axe.source)
  const broken = await page.evaluate(async () => {
    // What is still fading in has less contrast than it will have; what turns for ever is not waited for.
    const fading = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(fading.map(({ finished }) => finished))
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  })
  expect(broken, `accessibility of ${where}`).toEqual([])
}
