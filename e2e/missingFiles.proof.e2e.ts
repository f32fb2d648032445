import type { Page } from '@playwright/test'
import { tickMs } from '../web/src/base/feedback/closeLater.ts'
import type { Role } from './desk.ts'
import { holdTimers } from './holdTimers.ts'
import { refuseFiles } from './refuseFiles.ts'
import { expect, test } from './test.ts'
import { findOpeners, openPage, walkScreens } from './walk.ts'

// The popups of every screen, while their files cannot be loaded: the page stays, and something says what happened.

const toast = '[data-toast]'
// Notes are edited in their place; what adds a line to a form leads to its field.
const answers = `dialog, [role=menu], [role=listbox], [role=alert], form[aria-label=Notes], input:focus, ${toast}`

/** Opens what the screen has in popups, and fails if the page goes away or nothing is said. */
async function tapAll(page: Page, where: string) {
  const heading = await page.locator('h1').first().innerText()
  const address = page.url()
  for (const name of await findOpeners(page)) {
    const button = page.getByRole('button', { name, exact: true }).first()
    await test.step(name, async () => {
      await button.click()
      const isElsewhere = () => page.url() !== address
      await expect
        .poll(async () => isElsewhere() || (await page.locator(answers).count()) > 0, `${where}: ${name}`)
        .toBe(true)
      await expect(page.locator('h1').first(), `${where}: ${name}`).toHaveText(isElsewhere() ? /./ : heading)
      const dismiss = page.locator(toast).getByRole('button', { name: 'Dismiss' }).first()
      // Another may come meanwhile, or one close by itself.
      while (await dismiss.isVisible()) await dismiss.click({ timeout: 2_000 }).catch(() => undefined)
      // What was tapped may open after a first Escape.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog, [role=menu]')).toHaveCount(0, { timeout: 1_000 })
      }).toPass()
    })
    if (page.url() !== address) return
  }
}

const walks = [
  { role: 'admin', place: 'desk' },
  { role: 'staff', place: 'phone' },
] as const satisfies { role: Role; place: 'desk' | 'phone' }[]

for (const { role, place } of walks) {
  test(`every screen of ${role} stays when its popups cannot be loaded`, async ({ browser, desk }) => {
    const page = await openPage(browser, place, 'light')
    // What a message says is seen however late somebody looks.
    await holdTimers(page, tickMs)
    const refuse = await refuseFiles(page)
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await desk.enter(page, role)
    const first = async (path: string) =>
      (await desk.api<{ results: { id: string }[] }>('GET', path)).results[0]?.id ?? ''
    const ids = {
      order: await first('/api/all-orders/?limit=1'),
      user: await first('/api/users/?limit=1'),
    }
    await walkScreens(page, role, { url: desk.shop.url, ids, within: false }, async (screen, address) => {
      if (screen.access === 'public') return
      refuse(true)
      await tapAll(page, address)
      refuse(false)
      expect(thrown, address).toEqual([])
    })
    await page.context().close()
  })
}
