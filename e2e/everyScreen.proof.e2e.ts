import { findRecords } from './records.ts'
import { test } from './test.ts'
import { checkDarkToo, checkPopups, collectErrors, expectScreenWorks, openPage, walkScreens } from './walk.ts'

// Every screen for each role, at both widths and in both color schemes: it opens, fits the page, throws no error and
// violates no accessibility rule, also with each of its menus and dialogs open. The walk at the desk opens every screen by
// its address, the one at the phone goes there within the app. Colours in the dark are the same at both widths: they are
// checked where the role works most.

const walks = (['admin', 'staff'] as const).flatMap((role) =>
  (['desk', 'phone'] as const).map((place) => ({
    role,
    place,
    isDarkToo: place === (role === 'admin' ? 'desk' : 'phone'),
  })),
)

for (const { role, place, isDarkToo } of walks) {
  test(`every screen of ${role} at ${place}${isDarkToo ? ' in light and dark' : ''}`, async ({
    browser,
    desk,
  }) => {
    const page = await openPage(browser, place, 'light')
    if (isDarkToo) checkDarkToo(page)
    const errors = collectErrors(page)
    await desk.enter(page, role)
    const ids = await findRecords(desk)
    const walk = { url: desk.shop.url, ids, within: place === 'phone' }
    await walkScreens(page, role, walk, async (_screen, address) => {
      await expectScreenWorks(page, address, errors)
      await checkPopups(page, address, errors)
    })
    await page.context().close()
  })
}

for (const role of ['admin', 'staff'] as const) {
  test(`every screen of ${role} at 200 %`, async ({ browser, desk }) => {
    const page = await openPage(browser, 'zoomed', 'light')
    const errors = collectErrors(page)
    await desk.enter(page, role)
    const walk = { url: desk.shop.url, ids: await findRecords(desk), within: true }
    await walkScreens(page, role, walk, (_screen, address) => expectScreenWorks(page, address, errors))
    await page.context().close()
  })
}
