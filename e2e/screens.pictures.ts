import { join } from 'node:path'
import { type Page, test as withoutShop } from '@playwright/test'
import { openDesk } from './desk.ts'
import { findRecords } from './records.ts'
import { test } from './test.ts'
import { openPage, type Place, type Scheme, walkScreens } from './walk.ts'

// Pictures of every screen, for the eye: `npm run pictures`.

const folder = process.env['PICTURES'] ?? ''
const roles = ['admin', 'staff'] as const
const looks = (['desk', 'phone'] as const).flatMap((place) =>
  (['light', 'dark'] as const).map((scheme) => ({ place, scheme })),
)

type Walk = Parameters<typeof walkScreens>
type Shot = { role: Walk[1]; walk: Omit<Walk[2], 'within'>; state: string; place: Place; scheme: Scheme }

async function takeAll(page: Page, { role, walk, state, place, scheme }: Shot) {
  await walkScreens(page, role, { ...walk, within: true }, async ({ path }) => {
    const screen = `${role} ${path.slice(1).replaceAll('/', '~') || 'start'}`
    await page.screenshot({ path: join(folder, `${screen} ${state} ${place} ${scheme}.png`), fullPage: true })
  })
  await page.context().close()
}

for (const role of roles) {
  for (const { place, scheme } of looks) {
    for (const state of ['full', 'failing'] as const) {
      test(`${role}, ${state}, at ${place} in ${scheme}`, async ({ browser, desk }) => {
        const page = await openPage(browser, place, scheme)
        await desk.enter(page, role)
        const ids = await findRecords(desk)
        if (state === 'failing') await refuseReads(page)
        await takeAll(page, { role, walk: { url: desk.shop.url, ids }, state, place, scheme })
      })
    }
  }
}

/** Every record and list is refused; who is signed in is known. */
const refuseReads = (page: Page) =>
  page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !/profile|events|logout/.test(pathname),
    (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'The server is busy' } }),
  )

withoutShop('admin and staff, empty', async ({ browser }) => {
  const desk = await openDesk()
  await desk.createStaffUser()
  const missing = '01890000-0000-7000-8000-000000000000'
  const walk = { url: desk.shop.url, ids: { order: missing, user: missing } }
  for (const role of roles) {
    for (const { place, scheme } of looks) {
      const page = await openPage(browser, place, scheme)
      await desk.enter(page, role)
      await takeAll(page, { role, walk, state: 'empty', place, scheme })
    }
  }
  await desk.shop.stop()
})
