import { type Desk, staffUser, test } from './test.ts'
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
    test.setTimeout(400_000)
    const page = await openPage(browser, place, 'light')
    if (isDarkToo) checkDarkToo(page)
    const errors = collectErrors(page)
    await desk.enter(page, role)
    const ids = {
      order: await findOrder(desk),
      user: await findCustomer(desk),
      webhook: await findWebhook(desk),
    }
    const walk = { url: desk.shop.url, ids, within: place === 'phone' }
    await walkScreens(page, role, walk, async (_screen, address) => {
      await expectScreenWorks(page, address, errors)
      await checkPopups(page, address, errors)
    })
    await page.context().close()
  })
}

/** An assigned order of the staff user, so that both roles may see it. */
async function findOrder({ api }: Desk): Promise<string> {
  const staff = await api<Found>('GET', `/api/staff_users/?query=${encodeURIComponent(staffUser.email)}`)
  const assigned_user = staff.results[0]?.id ?? ''
  const theirs = await api<Found>('GET', `/api/my_orders/?assigned_user=${assigned_user}&status=assigned`)
  if (theirs.results[0]) return theirs.results[0].id
  const pending = await api<Found>('GET', '/api/all-orders/?status=confirmed&limit=1')
  const order = pending.results[0]?.id ?? ''
  await api('PATCH', `/api/all-orders/${order}/`, { assigned_user })
  return order
}

type Found = { results: { id: string }[] }

/** A webhook that is told of nothing that happens here. */
async function findWebhook({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/webhooks/')
  if (results[0]) return results[0].id
  const webhook = { url: 'https://example.com/hook', event_types: ['qr_code.deleted'] }
  return (await api<{ id: string }>('POST', '/api/webhooks/', webhook)).id
}

async function findCustomer({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/users/?limit=1')
  return results[0]?.id ?? ''
}
