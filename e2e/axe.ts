import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Fails with the violated accessibility rules and their elements. A dark page is checked for what differs from the light
 * one, its colors: each check in dark has a twin in light.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // `evaluate` with a string uses the debugger protocol, which the page's Content-Security-Policy does not restrict.
  // Once for each load: compiling it takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const broken = await page.evaluate(async () => {
    // Elements that fade in have too little contrast until they are done. Endless animations are not waited for.
    const fading = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(fading.map(({ finished }) => finished))
    // For axe an element without a box is not there, such as the words of a button: it would look at no colour of them.
    const boxless = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        getComputedStyle(element).display === 'contents' &&
        [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE),
    )
    for (const { style } of boxless) style.display = 'inline'
    const isDark = document.documentElement.dataset['theme'] === 'dark'
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(isDark
        ? { runOnly: ['color-contrast', 'link-in-text-block'] }
        : // Not among the rules that run by default: 24 px, or as much space around.
          { rules: { 'target-size': { enabled: true } } }),
    })
    for (const { style } of boxless) style.display = ''
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  })
  expect.soft(broken, `accessibility of ${where}`).toEqual([])
}
