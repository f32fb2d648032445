import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { buildOrder } from '../server/test/build.ts'
import { allEndpoints } from './endpoints.ts'

// A staff user reaches their own orders only: by whatever door, another's is like one that does not exist.

const api = useApi()
const staff = api.as('staff')

type Order = { id: string; number: number }
type Door = (order: Order) => Promise<{ statusCode: number; body: string }>

const proof = ({ id }: Order) => {
  const form = new FormData()
  form.append('received_by', 'Asha')
  return staff.upload(`/api/all-orders/${id}/proof/`, form)
}

const sendTask = (about: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...about, tried: 'Delivered', refusal: 'Not yours' }))
    form.append(name, value)
  return staff.upload('/api/courier-tasks/', form)
}

/** Every endpoint that is open to staff, with how it could lead to an order, or null where it names none. */
const doors: Record<string, Door | null> = {
  'GET /api/all-orders/:id/': ({ id }) => staff.get(`/api/all-orders/${id}/`),
  'PATCH /api/all-orders/:id/': ({ id }) =>
    staff.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery', version: 7 }),
  'POST /api/all-orders/bulk/': ({ id }) =>
    staff.post('/api/all-orders/bulk/', { ids: [id], versions: [7], status: 'out-for-delivery' }),
  'POST /api/all-orders/:id/proof/': proof,
  'PUT /api/all-orders/:id/viewers/': ({ id }) => staff.send('PUT', `/api/all-orders/${id}/viewers/`),
  'DELETE /api/all-orders/:id/viewers/': ({ id }) => staff.delete(`/api/all-orders/${id}/viewers/`),
  'GET /api/order-files/': ({ id }) => staff.get(`/api/order-files/?order_id=${id}`),
  'GET /api/my_orders/': ({ number }) => staff.get(`/api/my_orders/?query=${number}`),
  // Names the stops of the person alone: positions.test.ts.
  'GET /api/my_orders/positions/': null,
  // Says how the person goes, and reads nothing.
  'PUT /api/my_orders/sequence/': null,
  'POST /api/ticket-scans/': ({ number }) =>
    staff.post('/api/ticket-scans/', { code: String(number), purpose: 'hand_over' }),
  'GET /api/all-orders/:id/comments/': ({ id }) => staff.get(`/api/all-orders/${id}/comments/`),
  'POST /api/all-orders/:id/comments/': ({ id }) =>
    staff.post(`/api/all-orders/${id}/comments/`, { text: 'Mine?' }),
  'GET /api/all-orders/:id/comments/people/': ({ id }) => staff.get(`/api/all-orders/${id}/comments/people/`),
  'GET /api/all-orders/:id/complaints/': ({ id }) => staff.get(`/api/all-orders/${id}/complaints/`),
  'POST /api/all-orders/:id/complaints/': ({ id }) =>
    staff.post(`/api/all-orders/${id}/complaints/`, { reason: 'late' }),
  // By its id it takes an act of an order that was the person's until a moment ago, too: below.
  'POST /api/courier-tasks/': ({ number }) => sendTask({ code: String(number) }),
  'POST /api/mentions/seen/': ({ id }) => staff.post('/api/mentions/seen/', { order: id }),
  'GET /api/payments/': ({ id }) => staff.get(`/api/payments/?order=${id}`),
  // Of which it is the order that says who sees it: payments.test.ts.
  'GET /api/payments/:id/': ({ id }) => staff.get(`/api/payments/${id}/`),
  'POST /api/payments/': ({ id }) => staff.post('/api/payments/', { order: id, amount: 1, method: 'upi' }),
  // Name no orders; whose cash it is: cash.test.ts.
  'GET /api/cash/': null,
  'GET /api/hand-overs/': null,
  'GET /api/hand-overs/:id/': null,
  'POST /api/hand-overs/': null,
  'POST /api/hand-overs/:id/cancel/': null,
  // Names orders only that are the person's: comments.test.ts.
  'GET /api/mentions/': null,
  'GET /api/configurations': null,
  'GET /api/tax-rules': null,
  'POST /api/logout': null,
  'GET /api/device-key/': null,
  'GET /api/profile/': null,
  'PUT /api/profile/': null,
  'POST /api/update_password': null,
  'GET /api/sessions/': null,
  'DELETE /api/sessions/:id/': null,
  'DELETE /api/sessions/': null,
  // A person's own devices, which name no orders: push.test.ts.
  'GET /api/push-subscriptions/': null,
  'POST /api/push-subscriptions/': null,
  'DELETE /api/push-subscriptions/:id/': null,
  // Tells only of what is the person's: events.test.ts.
  'GET /api/events': null,
  'GET /api/events/authors/:id/': null,
  'GET /api/order_status': null,
  'GET /api/staff-dashboard/': null,
}

test('every endpoint that is open to staff is looked at here', async () => {
  const open = (await allEndpoints()).filter(({ config }) => config.access === 'signed-in')
  expect(Object.keys(doors).toSorted()).toEqual(open.map(({ method, url }) => `${method} ${url}`).toSorted())
})

const orders = {} as Record<'theirs' | 'free' | 'delivered' | 'lost', Order>
const unknown = { id: '01900000-0000-7000-8000-0000000000ff', number: 987_654_321 }

beforeAll(async () => {
  const assigned_user = api.people['other staff'].id
  orders.theirs = await buildOrder(api.db, { status: 'assigned', assigned_user })
  orders.free = await buildOrder(api.db)
  orders.delivered = await buildOrder(api.db, { status: 'delivered', assigned_user })
  // It was the person's own until a moment ago, and they had it open.
  orders.lost = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  await staff.send('PUT', `/api/all-orders/${orders.lost.id}/viewers/`)
  await api.as('admin').patch(`/api/all-orders/${orders.lost.id}/`, { assigned_user })
})

/** What the person learns, without what every request has of its own. */
const seen = ({ statusCode, body }: { statusCode: number; body: string }, { id, number }: Order) => [
  statusCode,
  body
    .replaceAll(id, 'ID')
    .replaceAll(String(number), 'NUMBER')
    .replace(/"id":"[^"]*",("order":null,)?"at":"[^"]*"(,"happened_at":"[^"]*")?/, '')
    .replace(/"request_id":"[^"]*"/, ''),
]

test.each(Object.entries(doors).flatMap(([name, door]) => (door ? [{ name, door }] : [])))(
  '$name answers for another’s order as for an unknown one',
  async ({ door }) => {
    const expected = seen(await door(unknown), unknown)
    for (const order of Object.values(orders)) expect(seen(await door(order), order)).toEqual(expected)
    const changed = await api.db`
      select id from orders where version > 1 and id <> ${orders.lost.id}`
    expect(changed).toHaveLength(0)
  },
)

test('a refused act of an order that was never theirs is sent to the office as one of an unknown order', async () => {
  const act = ({ id }: Order) => sendTask({ order: id })
  const expected = seen(await act(unknown), unknown)
  expect(expected[0]).toBe(404)
  for (const order of [orders.theirs, orders.free, orders.delivered])
    expect(seen(await act(order), order)).toEqual(expected)
  expect((await act(orders.lost)).statusCode).toBe(201)
})
