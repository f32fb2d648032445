import { expect, type Page } from '@playwright/test'

/** The side of what a thumb meets, in px. */
const thumb = 44
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

/** On a phone every control is large enough for a thumb. Links within a text, and those of a card that is one itself, are not controls. */
export async function expectTapTargets(page: Page, where: string): Promise<void> {
  if (!isPhone(page)) return
  const small = await page.evaluate((least) => {
    const controls = [
      'button',
      '[role=button]',
      '[role=menuitem]',
      '[role=option]',
      '[role=tab]',
      'a[class*=button]',
      'a[href^="tel:"]',
      'a[href^="mailto:"]',
      'input:is([type=checkbox], [type=radio])',
    ]
    return [...document.querySelectorAll<HTMLElement>(controls.join())].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return []
      if (control.closest('[aria-hidden=true], [inert]')) return []
      // The text of a checkbox is part of it.
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      // Shown to screen readers only.
      if (width <= 1 || height <= 1) return []
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
      return width < least - 0.5 || height < least - 0.5
        ? [`${control.tagName.toLowerCase()} “${name}” ${width.toFixed(0)} × ${height.toFixed(0)}`]
        : []
    })
  }, thumb)
  expect.soft([...new Set(small)], `what is too small for a thumb on ${where}`).toEqual([])
}
