import type { OrderLink, OrderPage } from '@our-print/contract/customer/orderPage.ts'
import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { weekdays } from '@our-print/contract/shop/openingHours.ts'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'

const api = useApi()
const [admin, courier, visitor] = [api.as('admin'), api.as('staff'), api.as(undefined)]

const always = Object.fromEntries(weekdays.map((day) => [day, { opens: '09:00', closes: '20:00' }]))
async function offer(...arrival_windows: Configuration['arrival_windows']) {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  const fields = { ...now, arrival_windows, opening_hours: always, holidays: [] }
  expect((await admin.put('/api/configurations', fields)).statusCode).toBe(200)
}
/** All of today is over, whatever its time. */
const atMidnight = { from: '00:00', until: '00:01', most_orders: null }
beforeEach(() => offer(atMidnight))

/** The path of the page of a new order. */
async function share(order: { id: string }): Promise<string> {
  const link = (await admin.post(`/api/all-orders/${order.id}/customer-link/`)).json<OrderLink>()
  return new URL(link.url ?? '').pathname
}
const pageOf = async (path: string) =>
  (await visitor.get(`/api/order-page/${path.split('/')[2]}/`)).json<OrderPage>()
const readOrder = async ({ id }: { id: string }) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
function choose(path: string, version: number, { window_from, promised_at }: ArrivalWindow) {
  const form = new FormData()
  form.append('version', String(version))
  form.append('window', `${window_from} ${promised_at}`)
  return visitor.upload(`${path}/window`, form, { 'sec-fetch-site': 'same-origin' })
}
const at = (time: string | null) => Date.parse(time ?? '')

/** Promised for a moment ago, so that no window is sooner than that. */
async function buildPromised(): ReturnType<typeof buildOrder> {
  const order = await buildOrder(api.db)
  await api.db`update orders set version = version + 1, promised_at = now() where id = ${order.id}`
  return order
}

test('a customer sees the window and chooses another free one, without a script', async () => {
  const order = await buildPromised()
  const path = await share(order)
  const before = await pageOf(path)
  expect(before).toMatchObject({ window_from: null, acts: expect.arrayContaining(['window']) })
  expect(before.windows).toHaveLength(6)
  const [first, second] = before.windows.slice(-2) as [ArrivalWindow, ArrivalWindow]
  const { body } = await visitor.get(path)
  expect(body).toContain('Choose when it arrives')
  expect(body).toContain(`<option value="${second.window_from} ${second.promised_at}">`)

  const reply = await choose(path, before.version, second)
  expect([reply.statusCode, reply.headers['location']]).toEqual([303, `${path}?done=window`])
  const changed = await readOrder(order)
  expect([at(changed.window_from), at(changed.promised_at)]).toEqual([
    at(second.window_from),
    at(second.promised_at),
  ])
  expect(changed.history?.at(-1)).toMatchObject({
    by: 'The customer',
    changes: [{ field: 'promised_at' }, { field: 'window_from' }],
  })
  const shown = (await visitor.get(`${path}?done=window`)).body
  expect(shown).toMatch(/It arrives <b>\d+ \w+ \d+, between 12:00 AM and 12:01 AM<\/b>/)
  expect(shown).toContain(`<option value="${second.window_from} ${second.promised_at}" selected>`)

  // The shop moved nothing, so it need not be sorry.
  const again = await pageOf(path)
  expect((await choose(path, again.version, first)).statusCode).toBe(303)
  expect((await pageOf(path)).promise_moved).toMatchObject({ why: 'You chose another time.' })
  // By a page that is older than the change.
  const stale = await choose(path, again.version, second)
  expect([stale.statusCode, stale.body]).toEqual([409, expect.stringContaining('changed meanwhile')])
  expect(at((await readOrder(order)).window_from)).toBe(at(first.window_from))
})

test('the last place of a window is given once, however many choose it at the same moment', async () => {
  await offer({ ...atMidnight, most_orders: 2 })
  const orders = await Promise.all(Array.from({ length: 6 }, buildPromised))
  const pages = await Promise.all(orders.map(share))
  const seen = await Promise.all(pages.map(pageOf))
  // No other test takes a place in the last one.
  const window = seen[0]?.windows.at(-1) as ArrivalWindow
  const replies = await Promise.all(pages.map((path, at) => choose(path, seen[at]?.version ?? 0, window)))
  const counted = Object.entries(Object.groupBy(replies, ({ statusCode }) => statusCode))
  expect(counted.map(([code, { length } = []]) => [code, length])).toEqual([
    ['303', 2],
    ['409', 4],
  ])
  const late = replies.find(({ statusCode }) => statusCode === 409)
  expect(late?.body).toContain('no longer free')
  // Whoever has a place keeps it in view.
  const kept = pages[replies.findIndex(({ statusCode }) => statusCode === 303)] as string
  expect((await pageOf(kept)).windows).toContainEqual(window)
  const other = pages[replies.indexOf(late as (typeof replies)[number])] as string
  expect((await pageOf(other)).windows).not.toContainEqual(window)
})

test('nothing is offered that is sooner than the shop would promise, or has promised', async () => {
  const hours = Array.from({ length: 12 }, (_, at) => String(2 * at).padStart(2, '0'))
  await offer(...hours.map((hour) => ({ from: `${hour}:00`, until: `${hour}:30`, most_orders: null })))
  const order = await buildOrder(api.db)
  const path = await share(order)
  const earliest = (windows: ArrivalWindow[]) =>
    Math.min(...windows.map(({ promised_at }) => at(promised_at)))
  const proposed = async () => {
    const reply = await admin.get('/api/promises/proposal/?sides=3&color=false&pickup=false')
    return at(reply.json<{ promised_at: string }>().promised_at)
  }
  const all = (await admin.get('/api/promises/windows/')).json<ArrivalWindow[]>()
  const { windows, version } = await pageOf(path)
  // The order itself waits in what the next one is proposed by.
  expect(earliest(windows)).toBeGreaterThan((await proposed()) - 1_800_000)
  expect(windows.length).toBeLessThan(all.length)
  const hidden = all.find((one) => !windows.some(({ promised_at }) => promised_at === one.promised_at))
  if (!hidden) throw new Error('There is no window that is too soon')
  const refused = await choose(path, version, hidden)
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('no longer free')])
  // What is promised can be kept.
  await admin.patch(`/api/all-orders/${order.id}/`, { promised_at: hidden.promised_at })
  expect(earliest((await pageOf(path)).windows)).toBe(at(hidden.promised_at))
})

test('only a window that the shop offers can be chosen', async () => {
  const order = await buildOrder(api.db)
  const path = await share(order)
  const { version } = await pageOf(path)
  for (const wrong of ['2031-02-03T10:30:00Z 2031-02-03T11:30:00Z', 'nonsense', '']) {
    const [window_from = '', promised_at = ''] = wrong.split(' ')
    expect((await choose(path, version, { window_from, promised_at })).statusCode).toBe(409)
  }
  expect(await readOrder(order)).toMatchObject({ version, window_from: null, promised_at: null })
})

test('nothing is offered without windows, for a pick-up, or once it is on its way', async () => {
  const fetched = await buildOrder(api.db, { pickup: true, address: null })
  const pickup = await pageOf(await share(fetched))
  expect([pickup.windows, pickup.acts.includes('window')]).toEqual([[], false])

  const order = await buildOrder(api.db)
  const path = await share(order)
  const [window] = (await pageOf(path)).windows as [ArrivalWindow]
  const move = (by: typeof admin, body: object) => by.patch(`/api/all-orders/${order.id}/`, body)
  await move(admin, { assigned_user: api.people.staff.id })
  expect((await pageOf(path)).acts).toContain('window')
  await move(courier, { status: 'out-for-delivery' })
  const onTheRoad = await pageOf(path)
  expect([onTheRoad.windows, onTheRoad.acts.includes('window')]).toEqual([[], false])
  expect((await visitor.get(path)).body).not.toContain('Choose when it arrives')
  expect((await choose(path, onTheRoad.version, window)).statusCode).toBe(409)

  await offer()
  const other = await pageOf(await share(await buildOrder(api.db)))
  expect([other.windows, other.acts.includes('window')]).toEqual([[], false])
})

test('a window that begins earlier is a stop before others', async () => {
  const older = await buildOrder(api.db, { status: 'out-for-delivery' })
  const { assigned_user } = older
  const younger = await buildOrder(api.db, { status: 'out-for-delivery', assigned_user })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const before = async (order: { id: string }) => (await pageOf(await share(order))).courier?.stops_before
  expect([await before(older), await before(younger)]).toEqual([0, 1])
  const soon = { window_from: inHours(1), promised_at: inHours(2) }
  expect((await admin.patch(`/api/all-orders/${younger.id}/`, soon)).statusCode).toBe(200)
  expect([await before(older), await before(younger)]).toEqual([1, 0])
})
