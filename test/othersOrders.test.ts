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

/** Every endpoint that is open to staff, with how it could lead to an order, or null where it names none. */
const doors: Record<string, Door | null> = {
  'GET /api/all-orders/:id/': ({ id }) => staff.get(`/api/all-orders/${id}/`),
  'PATCH /api/all-orders/:id/': ({ id }) =>
    staff.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery', version: 7 }),
  'POST /api/all-orders/:id/proof/': proof,
  'PUT /api/all-orders/:id/viewers/': ({ id }) => staff.send('PUT', `/api/all-orders/${id}/viewers/`),
  'DELETE /api/all-orders/:id/viewers/': ({ id }) => staff.delete(`/api/all-orders/${id}/viewers/`),
  'GET /api/order-files/': ({ id }) => staff.get(`/api/order-files/?order_id=${id}`),
  'GET /api/my_orders/': ({ number }) => staff.get(`/api/my_orders/?query=${number}`),
  'POST /api/ticket-scans/': ({ number }) =>
    staff.post('/api/ticket-scans/', { code: String(number), purpose: 'hand_over' }),
  'GET /api/configurations': null,
  'POST /api/logout': null,
  'GET /api/profile/': null,
  'PUT /api/profile/': null,
  'POST /api/update_password': null,
  'GET /api/sessions/': null,
  'DELETE /api/sessions/:id/': null,
  'DELETE /api/sessions/': null,
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
    .replace(/"id":"[^"]*","at":"[^"]*"/, '')
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
