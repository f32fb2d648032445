import { courier, type Desk, test } from './test.ts'
import { addressOf, expectCalm, listen, lookInside, open, openPage, screensFor } from './walk.ts'

// Every screen of the table, for whoever may see it, at both widths, and in the dark where each role works most: it
// opens, fits the page, throws nothing, and breaks no rule of accessibility, with each of its menus and dialogs open.

const walks = [
  { role: 'admin', place: 'desk', colorScheme: 'light' },
  { role: 'admin', place: 'phone', colorScheme: 'light' },
  { role: 'admin', place: 'desk', colorScheme: 'dark' },
  { role: 'staff', place: 'desk', colorScheme: 'light' },
  { role: 'staff', place: 'phone', colorScheme: 'light' },
  { role: 'staff', place: 'phone', colorScheme: 'dark' },
] as const

for (const { role, place, colorScheme } of walks) {
  test(`every screen of ${role} at ${place} in ${colorScheme}`, async ({ browser, desk }) => {
    test.setTimeout(400_000)
    const page = await openPage(browser, place, colorScheme)
    const complaints = listen(page)
    await desk.enter(page, role)
    const ids = { order: await anOrder(desk), user: await aCustomer(desk) }
    for (const screen of screensFor(role)) {
      const path = addressOf(screen, ids)
      await test.step(path, async () => {
        const address = desk.shop.url + path
        await open(page, address)
        await expectCalm(page, address, complaints)
        // What opens is made of what the screens are made of: its colours in the dark are seen already.
        if (colorScheme === 'light') await lookInside(page, address, complaints)
      })
    }
    await page.context().close()
  })
}

/** An order with a move left that the courier has, so that both roles may see it. */
async function anOrder({ api }: Desk): Promise<string> {
  const staff = await api<Found>('GET', `/api/staff_users/?query=${encodeURIComponent(courier.email)}`)
  const assigned_user = staff.results[0]?.id ?? ''
  const theirs = await api<Found>('GET', `/api/my_orders/?assigned_user=${assigned_user}&status=assigned`)
  if (theirs.results[0]) return theirs.results[0].id
  const pending = await api<Found>('GET', '/api/all-orders/?status=confirmed&limit=1')
  const order = pending.results[0]?.id ?? ''
  await api('PATCH', `/api/all-orders/${order}/`, { assigned_user })
  return order
}

type Found = { results: { id: string }[] }

async function aCustomer({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/users/?limit=1')
  return results[0]?.id ?? ''
}
