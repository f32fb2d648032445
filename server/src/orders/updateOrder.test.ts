import { type OrderStatus, orderMoves, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildStaff, buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')

const isUnassigned = (status: OrderStatus) => status === 'confirmed' || status === 'cancelled'
const assignedFields = (status: OrderStatus, more = {}) =>
  buildOrder(api.db, { status, assigned_user: isUnassigned(status) ? null : api.people.staff.id, ...more })
const path = (order: { id: string }) => `/api/all-orders/${order.id}/`
const getOrder = async (order: { id: string }) => (await admin.get(path(order))).json<Order>()
const historyLength = async (order: { id: string }) => (await getOrder(order)).history?.length

// Copied from the contract's table, not derived from the code.
const allowed: Record<'admin' | 'staff', Record<OrderStatus, OrderStatus[]>> = {
  admin: {
    confirmed: ['assigned', 'cancelled'],
    assigned: ['confirmed', 'assigned', 'out-for-delivery', 'cancelled'],
    'out-for-delivery': ['assigned', 'delivered', 'cancelled'],
    delivered: ['out-for-delivery'],
    cancelled: [],
  },
  staff: {
    confirmed: [],
    assigned: ['out-for-delivery'],
    'out-for-delivery': ['assigned', 'delivered'],
    delivered: ['out-for-delivery'],
    cancelled: [],
  },
}
const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => ({ from, to })))

describe.each(['admin', 'staff'] as const)('by %s', (role) => {
  test.each(pairs)('$from → $to', async ({ from, to }) => {
    const assigned_user = from === 'confirmed' ? null : api.people.staff.id
    const order = await buildOrder(api.db, { status: from, assigned_user })
    const body = {
      status: to,
      note: 'Nobody at home',
      ...(role === 'admin' && to === 'assigned' && { assigned_user: api.people['other staff'].id }),
    }
    // From out for delivery, it goes back to the staff user who has it.
    if (from === 'out-for-delivery') delete body.assigned_user
    const reply = await api.as(role).patch(path(order), body)
    const may = allowed[role][from].includes(to)

    if (role === 'staff' && from === 'confirmed') expect(reply.statusCode).toBe(404)
    else if (may) {
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({ status: to, allowed_transitions: allowed[role][to] })
      expect(reply.json().history.at(-1)).toMatchObject({
        by: api.people[role].full_name,
        from,
        to,
        note: 'Nobody at home',
      })
    } else if (from === to && !(role === 'admin' && body.assigned_user)) {
      expect(reply.statusCode).toBe(200)
      expect(await historyLength(order)).toBe(1)
    } else {
      expect(reply.statusCode).toBe(409)
      expect(reply.json().code).toBe('not_allowed')
      expect(await getOrder(order)).toMatchObject({ status: from, version: 1 })
    }
  })
})

test('a refusal names the moves that the actor may make', async () => {
  const order = await assignedFields('out-for-delivery')
  const reply = await api.as('staff').patch(path(order), { status: 'cancelled', note: 'x' })
  expect(reply.json().message).toBe(
    'This order is Out for delivery and cannot become Cancelled; it can become Assigned or Completed.',
  )
  const toAdmin = await admin.patch(path(order), { status: 'confirmed' })
  expect(toAdmin.json().message).toMatch(/it can become Assigned or Completed or Cancelled\.$/)
  const final = await admin.patch(path(await assignedFields('cancelled')), { status: 'confirmed' })
  expect(final.json().message).toMatch(/it can no longer be changed\.$/)
})

test.each(orderMoves.filter(({ needsNote }) => needsNote))(
  '$from → $to asks for a note',
  async ({ from, to }) => {
    const order = await assignedFields(from)
    for (const note of [undefined, '', '   ']) {
      const reply = await admin.patch(path(order), { status: to, note })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual([{ message: 'This field is Required', context: { key: 'note' } }])
    }
    expect(await getOrder(order)).toMatchObject({ status: from, version: 1 })
  },
)

describe('assigning', () => {
  const assignTo = async (assigned_user: string | null | undefined, status: OrderStatus = 'confirmed') =>
    admin.patch(path(await assignedFields(status)), { status: 'assigned', assigned_user })

  test('needs an active staff user', async () => {
    const inactive = await buildStaff(api.db, { is_active: false })
    const nobody = '01890000-0000-7000-8000-000000000000'
    for (const wrong of [undefined, null, inactive.id, nobody, api.people.admin.id, 'x']) {
      const reply = await assignTo(wrong)
      expect([wrong, reply.statusCode]).toEqual([wrong, 400])
      expect(reply.json().errors[0].context.key).toBe('assigned_user')
    }
  })

  test('a staff user without a status assigns a confirmed order, and reassigns an assigned one', async () => {
    const order = await assignedFields('confirmed')
    const first = await admin.patch(path(order), { assigned_user: api.people.staff.id })
    expect(first.json()).toMatchObject({
      status: 'assigned',
      assigned_user_data: { id: api.people.staff.id, full_name: 'Ravi Kumar' },
      assigned_at: expect.stringMatching(/Z$/),
    })
    const second = await admin.patch(path(order), { assigned_user: api.people['other staff'].id })
    expect(second.json()).toMatchObject({ status: 'assigned', assigned_user: api.people['other staff'].id })
    expect(second.json().history).toHaveLength(3)
    expect((await api.as('staff').get(path(order))).statusCode).toBe(404)
  })

  test('assigning to the current staff user is not a move', async () => {
    const order = await assignedFields('assigned')
    const reply = await admin.patch(path(order), { status: 'assigned', assigned_user: api.people.staff.id })
    expect(reply.json()).toMatchObject({ version: 1 })
    expect(await historyLength(order)).toBe(1)
  })

  test('unassigning removes the staff user', async () => {
    const order = await assignedFields('assigned')
    const reply = await admin.patch(path(order), { status: 'confirmed', assigned_user: null })
    expect(reply.json()).toMatchObject({
      status: 'confirmed',
      assigned_user: null,
      assigned_user_data: null,
      assigned_at: null,
    })
    const alone = await assignedFields('assigned')
    expect((await admin.patch(path(alone), { assigned_user: null })).json().status).toBe('confirmed')
  })

  test.each(['out-for-delivery', 'delivered'] as const)(
    'an order that is %s cannot be reassigned',
    async (status) => {
      for (const assigned_user of [null, api.people['other staff'].id]) {
        const order = await assignedFields(status)
        const reply = await admin.patch(path(order), { assigned_user })
        expect([assigned_user, reply.statusCode]).toEqual([assigned_user, 409])
      }
    },
  )

  test('the whole order with another staff user is an assignment', async () => {
    const order = await getOrder(await assignedFields('confirmed'))
    const reply = await admin.patch(path(order), { ...order, assigned_user: api.people.staff.id })
    expect(reply.json()).toMatchObject({ status: 'assigned', assigned_user: api.people.staff.id })
  })

  test('assigning to nobody is refused, also if the order has a staff user', async () => {
    const order = await assignedFields('assigned')
    const reply = await admin.patch(path(order), { status: 'assigned', assigned_user: null })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'assigned_user'])
    expect((await getOrder(order)).status).toBe('assigned')
  })

  test('unassigning with another staff user is refused', async () => {
    const assigned_user = api.people['other staff'].id
    const reply = await admin.patch(path(await assignedFields('assigned')), {
      status: 'confirmed',
      assigned_user,
    })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'assigned_user'])
  })

  test('a refusal says when an order cannot be reassigned', async () => {
    const assigned_user = api.people['other staff'].id
    const reply = await admin.patch(path(await assignedFields('delivered')), { assigned_user })
    expect(reply.json().message).toBe('This order is Completed and cannot be given to someone else.')
  })

  test('a move cannot also unassign the order', async () => {
    const order = await assignedFields('assigned')
    for (const assigned_user of [null, api.people['other staff'].id]) {
      const reply = await admin.patch(path(order), { status: 'out-for-delivery', assigned_user })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors[0].context.key).toBe('assigned_user')
    }
  })
})

test('a failed attempt is counted, and the order stays with its staff user', async () => {
  const order = await assignedFields('out-for-delivery')
  const reply = await api.as('staff').patch(path(order), { status: 'assigned', note: 'Shop was closed' })
  expect(reply.json()).toMatchObject({
    status: 'assigned',
    attempts: 1,
    out_for_delivery_at: null,
    assigned_user: api.people.staff.id,
  })
})

test('a staff user can reopen a delivered order for ten minutes, a super admin always', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const fresh = await assignedFields('delivered', { delivered_at: minutesAgo(9.8) })
  const old = await assignedFields('delivered', { delivered_at: minutesAgo(10.1) })
  const back = { status: 'out-for-delivery', note: 'Wrong door' }
  expect((await api.as('staff').get(path(old))).json().allowed_transitions).toEqual([])
  expect((await api.as('staff').patch(path(old), back)).statusCode).toBe(409)
  expect((await api.as('staff').patch(path(fresh), back)).json()).toMatchObject({ delivered_at: null })
  expect((await admin.patch(path(old), back)).statusCode).toBe(200)
})

describe('staff', () => {
  test.each([
    { title: 'Mine' },
    { notes: 'x' },
    { address: null },
    { assigned_user: null },
    { amount: 1 },
    { copies: 2 },
    { allowed_transitions: [] },
  ])('cannot send %o', async (change) => {
    const order = await assignedFields('assigned')
    const reply = await api.as('staff').patch(path(order), { status: 'out-for-delivery', ...change })
    expect(reply.statusCode).toBe(403)
    expect(await getOrder(order)).toMatchObject({ status: 'assigned', version: 1 })
  })

  test('can send id and version along', async () => {
    const order = await assignedFields('assigned')
    const reply = await api
      .as('staff')
      .patch(path(order), { id: order.id, version: 1, status: 'out-for-delivery' })
    expect(reply.statusCode).toBe(200)
  })

  test('gets the same response for the order of another staff user and for an unknown one', async () => {
    const order = await assignedFields('assigned')
    const other = api.as('other staff')
    for (const reply of [
      await other.get(path(order)),
      await other.patch(path(order), { status: 'out-for-delivery' }),
      await other.patch(path(order), { title: 'Mine' }),
      await other.get(`/api/order-files/?order_id=${order.id}`),
    ]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ code: 'not_found', message: 'Order not found' })
    }
  })
})

describe('of ten concurrent requests', () => {
  test('with the version, one wins', async () => {
    const order = await assignedFields('assigned')
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => admin.patch(path(order), { status: 'out-for-delivery', version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ])
    expect(await getOrder(order)).toMatchObject({ status: 'out-for-delivery', version: 2 })
    expect(await historyLength(order)).toBe(2)
  })

  test('without a version, one adds a history entry', async () => {
    const order = await assignedFields('out-for-delivery')
    await Promise.all(Array.from({ length: 10 }, () => admin.patch(path(order), { status: 'delivered' })))
    expect(await historyLength(order)).toBe(2)
  })
})

test('an older version is refused and changes nothing, whatever else is in the body', async () => {
  const order = await assignedFields('confirmed')
  await admin.patch(path(order), { title: 'Second' })
  for (const change of [{ title: 'Third' }, { assigned_user: api.people.staff.id }, { amount: 1 }, {}]) {
    const reply = await admin.patch(path(order), { version: 1, ...change })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().code).toBe('stale')
  }
  expect(await getOrder(order)).toMatchObject({ title: 'Second', status: 'confirmed', version: 2 })
})

describe('the whole order sent back', () => {
  test.each(orderStatuses)('unchanged, as %s, is accepted and changes nothing', async (status) => {
    const order = await getOrder(await assignedFields(status))
    const { line1, ...rest } = order.address ?? { line1: '' }
    const { title, ...others } = order
    // Keys in another sequence, and without the optional ones.
    const { line2, ...withoutOptional } = { ...rest, line1 } as Record<string, string>
    for (const address of [order.address, { ...rest, line1 }, withoutOptional]) {
      const reply = await admin.patch(path(order), { ...others, address, title })
      expect(reply.json()).toMatchObject({ id: order.id, version: 1 })
      expect(reply.statusCode).toBe(200)
    }
    expect(await historyLength(order)).toBe(1)
  })

  test('as it is in a list, with a new status, is accepted', async () => {
    const order = await assignedFields('assigned', { title: 'From the list' })
    const { results } = (await admin.get('/api/all-orders/?query=from the list')).json<{ results: Order[] }>()
    const reply = await admin.patch(path(order), { ...results[0], status: 'out-for-delivery' })
    expect(reply.json()).toMatchObject({ status: 'out-for-delivery', version: 2 })
  })

  test.each([
    { number: 7 },
    { amount: 1 },
    { discount: 1 },
    { payable: 1 },
    { id: '01890000-0000-7000-8000-000000000000' },
    { attempts: 3 },
    { created_at: '2020-01-01T00:00:00.000000Z' },
    { delivered_at: '2020-01-01T00:00:00Z' },
    { pdf_page_count: 1 },
    {
      order_files: [
        {
          id: '01890000-0000-7000-8000-000000000000',
          name: 'x',
          content_type: 'x',
          size: 1,
          page_count: 1,
          page_ranges: null,
          removed_at: null,
          url: '',
        },
      ],
    },
    { allowed_transitions: ['delivered'] },
    { history: [] },
  ])('with %o changed is refused under its field', async (change) => {
    const order = await getOrder(await assignedFields('confirmed'))
    const reply = await admin.patch(path(order), { ...order, ...change, title: 'New' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ context: { key: Object.keys(change)[0] } }])
    expect((await getOrder(order)).title).toBe('Thesis')
  })

  test('with another file name is refused, but with new links to the same files it is accepted', async () => {
    const { id: user } = await buildUser(api.db)
    const form = orderForm({ user, title: 'Book', pickup: true }, { 'a.pdf': await makePdf(1) })
    const order = (await admin.upload('/api/all-orders/', form)).json<Order>()
    const send = (change: object) =>
      admin.patch(path(order), {
        ...order,
        order_files: order.order_files.map((file) => ({ ...file, ...change })),
      })
    expect((await send({ url: '/elsewhere' })).statusCode).toBe(200)
    expect((await send({ name: 'b.pdf' })).json().errors).toMatchObject([{ context: { key: 'order_files' } }])
  })
})

describe('updates of fields', () => {
  test('a super admin can update title, notes and address in one version', async () => {
    const order = await assignedFields('assigned')
    const address = { line1: '1 New Road', city: 'Goa', state: 'Goa', pincode: '403001' }
    const reply = await admin.patch(path(order), { title: ' Mended ', notes: 'Ring twice', address })
    expect(reply.json()).toMatchObject({
      title: 'Mended',
      notes: 'Ring twice',
      address: { ...address, line2: '', country: 'India' },
      version: 2,
    })
    expect((await admin.get('/api/all-orders/?query=mended')).json().count).toBe(1)
  })

  test('a body with only the version changes nothing', async () => {
    const order = await assignedFields('assigned')
    expect((await admin.patch(path(order), { version: 1 })).json()).toMatchObject({ version: 1 })
    expect((await admin.patch(path(order), {})).json()).toMatchObject({ version: 1 })
  })

  test('an order that is delivered needs an address', async () => {
    const reply = await admin.patch(path(await assignedFields('confirmed')), { address: null })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].context.key).toBe('address')
  })

  test('a pickup order stays without an address', async () => {
    const order = await assignedFields('confirmed', { pickup: true })
    expect((await admin.patch(path(order), { title: 'Mended', address: null })).statusCode).toBe(200)
    const [row] = await api.db`select title, address is null as is_none from orders where id = ${order.id}`
    expect(row).toEqual({ title: 'Mended', is_none: true })
  })

  test('cancelling keeps assigned_at and sets cancelled_at', async () => {
    const order = await assignedFields('assigned')
    const { assigned_at } = await getOrder(order)
    const reply = await admin.patch(path(order), { status: 'cancelled', note: 'Changed their mind' })
    expect(reply.json()).toMatchObject({ assigned_at, cancelled_at: expect.stringMatching(/Z$/) })
  })

  test('a cancelled order is final', async () => {
    const reply = await admin.patch(path(await assignedFields('cancelled')), { title: 'Other' })
    expect(reply.statusCode).toBe(409)
  })
})

test('a move has an audit entry with the changed fields before and after, and nothing else', async () => {
  const order = await assignedFields('assigned')
  await api.as('staff').patch(path(order), { status: 'out-for-delivery' })
  const entries =
    await api.db`select actor, action, before, after from audit_entries where entity_id = ${order.id}`
  expect(entries).toEqual([
    {
      actor: api.people.staff.id,
      action: 'update',
      before: { status: 'assigned', version: 1, out_for_delivery_at: null },
      after: { status: 'out-for-delivery', version: 2, out_for_delivery_at: expect.any(String) },
    },
  ])
})

describe('in bulk', () => {
  const bulk = (body: object) => api.as('admin').post('/api/all-orders/bulk/', body)

  test('each order has a result, in the sequence of ids, and a refused one does not affect the others', async () => {
    const [first, second, done] = [
      await assignedFields('confirmed'),
      await assignedFields('confirmed'),
      await assignedFields('delivered'),
    ]
    const missing = '01890000-0000-7000-8000-000000000000'
    const ids = [done.id, first.id, missing, second.id, first.id]
    const reply = await bulk({ ids, status: 'assigned', assigned_user: api.people.staff.id })
    expect(reply.statusCode).toBe(200)
    const ok = { ok: true, code: null, message: null }
    expect(reply.json().results).toEqual([
      {
        id: done.id,
        ok: false,
        code: 'not_allowed',
        message: expect.stringMatching(/^This order is Completed/),
      },
      { id: first.id, ...ok },
      { id: missing, ok: false, code: 'not_found', message: 'Order not found' },
      { id: second.id, ...ok },
      { id: first.id, ...ok },
    ])
    expect(await historyLength(first)).toBe(2)
    const [entry] = await api.db`select actor from audit_entries where entity_id = ${second.id}`
    expect(entry).toEqual({ actor: api.people.admin.id })
  })

  test('it needs 1 to 500 orders and a change', async () => {
    const { id } = await assignedFields('confirmed')
    expect((await bulk({ ids: [], status: 'cancelled' })).statusCode).toBe(400)
    expect((await bulk({ ids: Array(501).fill(id), status: 'cancelled' })).statusCode).toBe(400)
    expect((await bulk({ ids: [id] })).statusCode).toBe(400)
    expect((await bulk({ ids: Array(500).fill(id), status: 'cancelled', note: 'x' })).statusCode).toBe(200)
  })
})
