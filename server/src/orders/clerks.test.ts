import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { beforeAll, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import {
  address,
  buildApiKey,
  buildClerk,
  buildOrder,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')
const list = '/api/all-orders/'

async function clerkWith(...own: Ability[]) {
  const person = await buildClerk(api.db, own)
  return { ...person, client: api.withToken(await openSession(api.db, person.id)) }
}
type Clerk = Awaited<ReturnType<typeof clerkWith>>

const customer = {
  first_name: 'Kavya',
  last_name: 'Srinivasan',
  email: 'kavya@print.test',
  mobile: '+919812345678',
}
let order: { id: string; number: number }
let operator: Clerk
beforeAll(async () => {
  const user = await buildUser(api.db, customer)
  order = await buildOrder(api.db, { user: user.id, title: 'Wedding cards', amount: 98_700 })
  await api.db`
    update orders set version = version + 1, notes = 'Ring Bharati twice', address = address || '{"line1": "7 Lotus Court"}'
    where id = ${order.id}`
  await api.db`
    insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
    values (${order.id}, 'Guestlist.pdf', 'application/pdf', 1, 1, ${`clerks/${order.id}`}, repeat('0', 64))`
  await buildOrder(api.db, { title: 'Other one', amount: 100 })
  operator = await clerkWith('floor')
})

const hidden = { amount: null, discount: null, payable: null, coupon_code: null, address: null }
const byCustomer = [customer.email, '98123', 'Srinivasan', customer.mobile.slice(-6), '+91 98123 45678']
const byItsWords = ['Lotus', 'lotus court', 'Bharati', 'ring twice', 'Guestlist', 'guestlist.pdf']
const bySeveral = [
  'wedding srinivasan',
  'Kavya wedding',
  'cards lotus',
  'bharati cards',
  'wedding 98123',
  'cards rin',
]
const byEverything = [...byCustomer, ...byItsWords, ...bySeveral]

test('prices set by hand are a filter, for who sees prices', async () => {
  const byHand = await buildOrder(api.db, { title: 'By hand' })
  await api.db`
    update orders set version = version + 1, calculated_amount = 5000, price_by_hand_reason = 'A friend'
    where id = ${byHand.id}`
  const found = async (query: string) =>
    (await admin.get(`${list}?${query}`)).json<{ count: number; results: Order[] }>()
  expect(await found('price_by_hand=true')).toMatchObject({ count: 1, results: [{ id: byHand.id }] })
  expect(await found('price_by_hand=true&query=hand')).toMatchObject({ count: 1 })
  const others = await found('price_by_hand=false&limit=100')
  expect(others.results.map(({ id }) => id)).toContain(order.id)
  expect(others.results.map(({ price_by_hand }) => price_by_hand)).toEqual(Array(others.count).fill(null))
  expect(others.count).toBe((await found('')).count - 1)
  expect(await found('price_by_hand=false&query=hand')).toMatchObject({ count: 0 })
  expect(await found('price_by_hand=false&pickup=true')).toMatchObject({ count: 0 })
  expect((await operator.client.get(`${list}?price_by_hand=true`)).statusCode).toBe(403)
})

test('further lines and prices by hand filter and sort, alone and together', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({ text: 'Proof', quantity: 1, price: 100 }))
  const made = []
  for (const [count, byHand] of [
    [1, null],
    [3, 7000],
    [2, 9000],
  ] as const) {
    const { id } = await buildOrder(api.db, { title: 'Sorted lines' })
    await api.db`
      update orders set version = version + 1, lines = ${api.db.json(lines(count))}, amount = coalesce(${byHand}, amount),
        calculated_amount = ${byHand === null ? null : 5000}, price_by_hand_reason = ${byHand === null ? null : 'Friend'}
      where id = ${id}`
    made.push(id)
  }
  const [one, three, two] = made
  const found = async (query: string) => {
    const { results } = (await admin.get(`${list}?limit=100&${query}`)).json<{ results: Order[] }>()
    return results.filter(({ title }) => title === 'Sorted lines').map(({ id }) => id)
  }
  expect((await found('lines=true')).toSorted()).toEqual(made.toSorted())
  expect(await found('lines=false')).toEqual([])
  const whole = (await admin.get(`${list}?limit=1`)).json<{ count: number }>()
  const plain = (await admin.get(`${list}?limit=1&lines=false`)).json<{ count: number }>()
  expect(plain.count).toBe(whole.count - 3)
  expect(await found('lines=true&price_by_hand=false')).toEqual([one])
  expect((await admin.get(`${list}?lines=false&price_by_hand=false`)).json()).toMatchObject({
    count: (await admin.get(`${list}?price_by_hand=false`)).json<{ count: number }>().count - 1,
  })
  for (const more of ['', '&query=sorted']) {
    expect(await found(`ordering=-lines${more}`)).toEqual([three, two, one])
    expect(await found(`ordering=lines${more}`)).toEqual([one, two, three])
    expect(await found(`ordering=price_by_hand${more}`)).toEqual([three, two, one])
    expect(await found(`ordering=-price_by_hand${more}`)).toEqual([one, two, three])
  }
})

test('without their abilities an order shows neither prices nor what reaches its customer', async () => {
  for (const path of [`${list}${order.id}/`, `${list}?query=Wedding`]) {
    const body = (await operator.client.get(path)).json<Order & { results?: Order[] }>()
    const shown = body.results?.[0] ?? body
    expect(shown).toMatchObject({ ...hidden, title: 'Wedding cards' })
    expect(shown.user_data).toMatchObject({ first_name: 'Kavya', email: null, mobile: null })
    for (const text of [customer.email, customer.mobile.slice(-10), 'Lotus Court'])
      expect(JSON.stringify(shown)).not.toContain(text)
    expect(Object.values(shown)).not.toContain(987)
  }
  const { client } = await clerkWith('orders', 'prices', 'customers')
  const whole = (await client.get(`${list}${order.id}/`)).json<Order>()
  const asAdmin = (await admin.get(`${list}${order.id}/`)).json<Order>()
  const { allowed_transitions, order_files, ticket_code, ...fields } = whole
  expect(asAdmin).toMatchObject(fields)
  expect(allowed_transitions).toEqual(['cancelled'])
})

test('the link of a customer, which opens their invoices, needs both', async () => {
  for (const lacking of ['prices', 'customers'] as const) {
    const own = (['orders', 'prices', 'customers'] as const).filter((each) => each !== lacking)
    const { client } = await clerkWith(...own)
    const reply = await client.post(`${list}${order.id}/customer-link/`, {})
    expect([lacking, reply.statusCode]).toEqual([lacking, 403])
  }
  const { client } = await clerkWith('orders', 'prices', 'customers')
  expect((await client.post(`${list}${order.id}/customer-link/`, {})).statusCode).toBe(201)
})

test('what is not seen finds nothing, whatever the list', async () => {
  const { client } = await clerkWith('orders', 'prices', 'assign', 'floor', 'exports')
  const own = await clerkWith('customers', 'orders')
  const holder = await buildStaff(api.db)
  await api.db`update orders set version = version + 1, status = 'assigned', assigned_user = ${holder.id} where id = ${order.id}`
  const theirs = api.withToken(await openSession(api.db, holder.id))
  for (const text of byEverything) {
    const query = encodeURIComponent(text)
    expect((await client.get(`${list}?query=${query}`)).json().count).toBe(0)
    expect((await client.get(`${list}?query=${query}&status=confirmed&pickup=false`)).json().count).toBe(0)
    expect((await client.get(`/api/search?query=${query}`)).json().results).toEqual([])
    expect((await client.get(`${list}?query=${query}&format=csv`)).body.trim().split('\n')).toHaveLength(1)
    const others = await client.get(`/api/my_orders/?assigned_user=${holder.id}&query=${query}`)
    expect(others.json().count).toBe(0)
    expect((await theirs.get(`/api/my_orders/?query=${query}`)).json().count).toBe(1)
    const job = await client.post(`${list}bulk-jobs/?query=${query}`, {
      status: 'cancelled',
      note: 'x',
      count: 1,
    })
    expect([job.statusCode, job.json().code]).toEqual([409, 'count_changed'])
    expect((await own.client.get(`${list}?query=${query}`)).json().count).toBe(1)
  }
  for (const text of ['wedding', 'cards WEDDING', `${order.number} wed`]) {
    const query = encodeURIComponent(text)
    expect((await client.get(`${list}?query=${query}`)).json().count).toBe(1)
    const hits = (await client.get(`/api/search?query=${query}`)).json<{ results: { id: string }[] }>()
      .results
    expect(hits.map(({ id }) => id)).toContain(order.id)
  }
  const { results } = (await client.get(`/api/search?query=${order.number}`)).json()
  expect(results[0]).toMatchObject({ kind: 'order', id: order.id, mobile: null })
})

test('prices neither sort nor filter, and are in no file, without seeing them', async () => {
  const { client } = await clerkWith('orders', 'assign', 'exports')
  const queries = [
    ...['payable', '-payable', 'due', 'paid', '-payment_status', 'lines', '-price_by_hand'].map(
      (field) => `ordering=${field}`,
    ),
    'payable_from=1',
    'payable_to=900',
    'payment_status=unpaid',
    ...['paid_from', 'paid_to', 'due_from', 'due_to'].map((filter) => `${filter}=1`),
    'price_by_hand=true',
    'lines=false',
  ]
  for (const query of queries) {
    const reply = await client.get(`${list}?${query}`)
    expect([query, reply.statusCode]).toEqual([query, 403])
    expect(reply.json().message).toContain('See prices and margins')
    const own = /^(payable|price|lines)/.test(query) ? 'ordering=paid' : query
    const others = await client.get(`/api/my_orders/?assigned_user=${api.people.staff.id}&${own}`)
    expect([query, others.statusCode]).toEqual([query, 403])
  }
  // Who takes payments sees those of others only with their amounts.
  const order = await buildOrder(api.db, { amount: 12_300 })
  await admin.post('/api/payments/', { order: order.id, amount: 12, method: 'cash' })
  const { client: cashier } = await clerkWith('payments', 'exports')
  expect((await cashier.get('/api/payments/')).json()).toMatchObject({ count: 0, results: [] })
  expect((await cashier.get('/api/payments/?format=csv')).body).not.toContain('cash')
  const blind = await cashier.post('/api/payments/', { order: order.id, amount: 1, method: 'cash' })
  expect(blind.statusCode).toBe(404)
  const bulk = await client.post(`${list}bulk-jobs/?payable_from=1`, {
    status: 'cancelled',
    note: 'x',
    count: 1,
  })
  expect(bulk.statusCode).toBe(403)
  const file = (await client.get(`${list}?format=csv`)).body
  expect(file).toContain('Wedding cards')
  // Whole cells and numbers: a few digits can stand in an id.
  for (const text of [customer.email, customer.mobile.slice(-10), 'Lotus Court', ',987'])
    expect(file).not.toContain(text)
})

test('a refusal names no price to who does not see it, and the filter by vouchers is for who sells them', async () => {
  const { client } = await clerkWith('orders')
  const assigner = (await clerkWith('assign')).client
  const { id: user } = await buildUser(api.db)
  await buildOrder(api.db, { user, status: 'delivered', amount: 10_000 })
  const out = await buildOrder(api.db, { user, status: 'out-for-delivery', amount: 43_210 })
  const paid = await buildOrder(api.db, { user, status: 'out-for-delivery', amount: 0 })
  await api.db`update configurations set version = version + 1, unpaid_delivery = 'never'`
  const bulk = await admin.post(`${list}bulk/`, { ids: [out.id, paid.id], status: 'delivered' })
  const { bulk_job } = bulk.json<{ bulk_job: string }>()
  const { key } = await buildApiKey(api.db, api.people.admin.id, { scopes: ['orders:write'] })
  const headers = { authorization: `Api-Key ${key}` }
  const refusals = [
    await client.patch(`${list}${out.id}/`, { status: 'delivered' }),
    await client.patch(`${list}${out.id}/`, { pay_by: 'on_account' }),
    await api.as(undefined).patch(`${list}${out.id}/`, { pay_by: 'on_account' }, headers),
    await assigner.get(`/api/bulk-jobs/${bulk_job}/records/`),
  ]
  await api.db`update configurations set version = version + 1, unpaid_delivery = 'always'`
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 200])
  for (const { body } of refusals) expect(body).not.toMatch(/₹|432\.1|532\.1/)
  const told = (await admin.patch(`${list}${out.id}/`, { pay_by: 'on_account' })).json<{ message: string }>()
  expect(told.message).toContain('₹532.10 would be owed')

  const { client: company } = await buildVouchers(api.db)
  for (const path of [`${list}?client=${company}`, `${list}?client=${company}&query=cards`])
    expect((await client.get(path)).json().message).toContain('This needs the ability')
  const job = await client.post(`${list}bulk-jobs/?client=${company}`, {
    status: 'cancelled',
    note: 'x',
    count: 1,
  })
  expect(job.statusCode).toBe(403)
  const seller = (await clerkWith('orders', 'vouchers')).client
  expect((await seller.get(`${list}?client=${company}`)).json().count).toBe(0)
})

test('their own orders show everything, as to delivery staff, but nobody gives themselves one for that', async () => {
  const { client, id } = await clerkWith('assign')
  const mine = await buildOrder(api.db, { status: 'assigned', assigned_user: id, amount: 12_300 })
  expect((await client.get(`${list}${mine.id}/`)).json()).toMatchObject({
    amount: 123,
    address: { city: 'Pune' },
  })
  expect((await client.get('/api/my_orders/?ordering=payable')).json().count).toBe(1)
  const other = await buildOrder(api.db)
  const held = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  const taking = [
    await client.patch(`${list}${other.id}/`, { assigned_user: id }),
    await client.post(`/api/staff_users/${api.people.staff.id}/handover/`, { to: id }),
  ]
  expect(taking.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  const [result] = (
    await client.post(`${list}bulk/`, { ids: [held.id], assigned_user: id, status: 'assigned' })
  ).json().results
  expect(result).toMatchObject({ ok: false, code: 'forbidden' })
  expect((await client.get(`${list}${held.id}/`)).json()).toMatchObject({ amount: null, address: null })
  const scan = await operator.client.post('/api/ticket-scans/', {
    code: String(other.number),
    purpose: 'hand_over',
  })
  expect(scan.json()).toMatchObject({ result: 'refused', reason: 'not_yours', order: null })
})

test('each ability makes its own moves, and offers only these', async () => {
  const assigner = await clerkWith('assign')
  const clerk = await clerkWith('orders')
  const fresh = await buildOrder(api.db)
  const read = async ({ client }: Clerk) => (await client.get(`${list}${fresh.id}/`)).json<Order>()
  expect((await read(assigner)).allowed_transitions).toEqual(['assigned'])
  expect((await read(clerk)).allowed_transitions).toEqual(['cancelled'])
  expect((await read(operator)).allowed_transitions).toEqual([])

  const path = `${list}${fresh.id}/`
  const to = { assigned_user: api.people.staff.id }
  expect((await clerk.client.patch(path, to)).statusCode).toBe(409)
  expect((await operator.client.patch(path, to)).statusCode).toBe(403)
  expect((await assigner.client.patch(path, { title: 'Mine' })).statusCode).toBe(403)
  expect((await assigner.client.patch(path, to)).statusCode).toBe(200)
  expect((await assigner.client.patch(path, { status: 'out-for-delivery' })).statusCode).toBe(409)
  expect((await clerk.client.patch(path, { status: 'out-for-delivery' })).statusCode).toBe(200)
})

test('who sends an order back as they see it changes nothing that they do not see', async () => {
  const { client } = await clerkWith('orders')
  const seen = (await client.get(`${list}${order.id}/`)).json<Order>()
  const reply = await client.put(`${list}${order.id}/`, { ...seen, title: 'Wedding invitations' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ title: 'Wedding invitations', ...hidden })
  const after = (await admin.get(`${list}${order.id}/`)).json<Order>()
  expect(after).toMatchObject({ title: 'Wedding invitations', amount: 987, address: { city: 'Pune' } })
  const stale = await client.patch(`${list}${order.id}/`, { title: 'Again', version: 1 })
  expect(stale.json()).toMatchObject({ code: 'stale', current: hidden })
})

test('comments of the office are for who sees all orders', async () => {
  await admin.post(`${list}${order.id}/comments/`, { text: 'Ask for the blue paper' })
  expect((await operator.client.get(`${list}${order.id}/comments/`)).json().count).toBe(1)
  const people = (await admin.get(`${list}${order.id}/comments/people/`)).json<{ people?: object[] }>()
  expect(JSON.stringify(people)).toContain(operator.id)
  const { client } = await clerkWith('vouchers')
  expect((await client.get(`${list}${order.id}/`)).statusCode).toBe(404)
  expect((await client.get(`${list}${order.id}/comments/`)).statusCode).toBe(404)
})

test('a change hides from each what they do not see, and keeps it', async () => {
  const user = await buildUser(api.db, { first_name: 'Kavya' })
  const form = orderForm(
    {
      user: user.id,
      title: 'Cards',
      address,
      copies: 3,
      lines: [{ text: 'Lamination', quantity: 1, price: 43 }],
    },
    { 'cards.pdf': await makePdf(3) },
  )
  const { id } = (await admin.upload(list, form)).json<Order>()
  const path = `${list}${id}/`
  const by_hand = { price_by_hand: 77.5, price_by_hand_reason: 'Printed late' }
  expect((await admin.patch(path, { ...by_hand, address: { ...address, city: 'Nashik' } })).statusCode).toBe(
    200,
  )

  const { client } = await clerkWith('orders')
  const reply = await client.patch(path, { copies: 2 })
  expect(reply.statusCode).toBe(200)
  const seen = reply.json<Order>()
  const prices = ['lines', 'price_by_hand', 'price_by_hand_reason', 'calculated_amount', 'payable'] as const
  for (const field of prices) expect([field, seen[field]]).toEqual([field, null])
  for (const text of ['77.5', 'Printed late', 'Lamination', 'Nashik']) expect(reply.body).not.toContain(text)
  expect(seen.history?.at(-1)?.changes).toEqual([{ field: 'copies', from: 3, to: 2 }])
  expect(seen.history?.at(-2)?.changes).toEqual([])
  expect((await admin.get(path)).json()).toMatchObject({ copies: 2, ...by_hand, lines: [{ price: 43 }] })
  for (const body of [{ lines: [] }, { coupon_code: 'FREE' }, { prices: 'today' }, { price_by_hand: 1 }])
    expect((await client.patch(path, body)).json().message).toContain('You do not see prices')
  expect((await client.post(`${path}price/`, { copies: 3 })).statusCode).toBe(403)
})

test('an order is taken in once more with what its clerk does not see of it', async () => {
  const { id: user } = await buildUser(api.db, { first_name: 'Kavya' })
  const asked = { user, title: 'Cards', address, lines: [{ text: 'Lamination', quantity: 1, price: 43 }] }
  const form = orderForm(asked, { 'cards.pdf': await makePdf(3) })
  const { id, payable } = (await admin.upload(list, form)).json<Order>()
  const { client } = await clerkWith('orders')
  const reply = await client.post(`${list}${id}/duplicate/`)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { title: 'Cards', lines: null, ...hidden }])
  for (const text of ['Lamination', address.line1]) expect(reply.body).not.toContain(text)
  const again = await admin.get(`${list}${reply.json<Order>().id}/`)
  expect(again.json()).toMatchObject({ lines: [{ text: 'Lamination', price: 43 }], address, payable })
  const stranger = (await clerkWith('vouchers')).client
  expect((await stranger.post(`${list}${id}/duplicate/`)).statusCode).toBe(403)

  const { id: courier } = await buildStaff(api.db)
  await api.db`
    update orders set version = version + 1, status = 'delivered', delivered_at = now(), assigned_user = ${courier}
    where id = ${id}`
  await admin.post(`${list}${id}/complaints/`, { reason: 'damaged' })
  const complaint = (await client.get(`${list}${id}/complaints/`)).json().results[0]
  const ended = await client.post(`/api/complaints/${complaint.id}/resolve/`, { resolution: 'reprint' })
  expect([ended.statusCode, ended.json()]).toMatchObject([200, { resolution: 'reprint' }])
  const reprint = await admin.get(`${list}${ended.json().reprint.id}/`)
  expect(reprint.json()).toMatchObject({ lines: [{ text: 'Lamination' }], address, payable: 0 })
})

test('only who gives discounts sets a price by hand, or takes it away', async () => {
  const user = await buildUser(api.db)
  const { id } = (
    await admin.upload(
      list,
      orderForm({ user: user.id, title: 'Cards', pickup: true }, { 'a.pdf': await makePdf(1) }),
    )
  ).json<Order>()
  const path = `${list}${id}/`
  const clerk = (await clerkWith('orders', 'prices')).client
  const manager = (await clerkWith('orders', 'prices', 'discounts')).client
  const by_hand = { price_by_hand: 5, price_by_hand_reason: 'A friend' }
  const refused = await clerk.patch(path, by_hand)
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'You cannot set a price by hand. Ask somebody who gives discounts.',
  ])
  expect((await clerk.post(`${path}price/`, by_hand)).statusCode).toBe(403)
  expect((await clerk.patch(path, { copies: 2 })).json()).toMatchObject({ copies: 2, amount: 4 })
  expect((await clerk.patch(path, { copies: 1 })).json()).toMatchObject({ copies: 1, amount: 2 })
  expect((await manager.patch(path, by_hand)).json()).toMatchObject({ amount: 5, ...by_hand })
  expect((await clerk.patch(path, { price_by_hand: null })).statusCode).toBe(403)
  // It is the price of what the order was then.
  const other = await buildUser(api.db)
  for (const more of [{ copies: 2 }, { color: 'color' }, { user: other.id }, { pickup: false, address }]) {
    const kept = await clerk.patch(path, more)
    expect([kept.statusCode, kept.json().message]).toEqual([
      403,
      'The price of this order was set by hand. Ask somebody who gives discounts.',
    ])
  }
  const files = [...(await manager.get(path)).json<Order>().order_files]
  const ranged = await clerk.patch(path, {
    files: files.map(({ id: file }) => ({ id: file, page_ranges: '1' })),
  })
  expect(ranged.statusCode).toBe(403)
  const moreCopies = { copies: 3, pickup: false, address, user: other.id }
  expect((await manager.patch(path, moreCopies)).json()).toMatchObject({ copies: 3, amount: 5 })
  for (const less of [{ copies: 2 }, { pickup: true }, { notes: 'Ring twice' }])
    expect((await clerk.patch(path, less)).json()).toMatchObject({ ...less, amount: 5 })
  expect((await manager.patch(path, { price_by_hand: null })).json()).toMatchObject({ price_by_hand: null })
})
