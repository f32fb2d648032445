import type { Order } from '@our-print/contract/orders/orders.ts'
import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { address, buildSoldPlan, buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')
let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(3)
})

type Sold = { id: string; user: string }
const order = ({ id, user }: Sold, more: object = {}) =>
  admin.upload(
    '/api/all-orders/',
    orderForm(
      { user, title: 'Notes', address, order_type: 'subscription', user_subscription_plan: id, ...more },
      { 'notes.pdf': pdf },
    ),
  )
const pagesOf = async ({ id, user }: Sold) => {
  const { results } = (await admin.get(`/api/user-subscription-plans/?user=${user}`)).json<{
    results: SoldPlan[]
  }>()
  const sold = results.find((one) => one.id === id)
  return [sold?.pages_used, sold?.pages_left]
}
const cancel = (id: string) =>
  admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Not needed' })

const upload = async () => {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(pdf)]), 'a.pdf')
  return (await admin.upload('/api/order-uploads/', form)).json<{ id: string }>().id
}

test('a subscription order uses pages of its plan, and costs only binding and delivery', async () => {
  const sold = await buildSoldPlan(api.db, { pages_total: 20 })
  const reply = await order(sold, { copies: 4, binding: 'spiral', color: 'color' })
  expect(reply.statusCode).toBe(201)
  expect(reply.json<Order>()).toMatchObject({
    order_type: 'subscription',
    user_subscription_plan: sold.id,
    plan_pages: 12,
    amount: 4 * 30 + 40,
  })
  expect(await pagesOf(sold)).toEqual([12, 8])
  const more = await order(sold, { copies: 2, pickup: true, address: null })
  expect(more.json()).toMatchObject({ amount: 0, payable: 0, plan_pages: 6 })
  expect(await pagesOf(sold)).toEqual([18, 2])
  const list = (await admin.get(`/api/all-orders/?user=${sold.user}&order_type=subscription`)).json()
  expect(list).toMatchObject({ count: 2, results: [{ plan_pages: 6 }, { plan_pages: 12 }] })
})

test('a print order uses no plan', async () => {
  const sold = await buildSoldPlan(api.db)
  const reply = await order(sold, { order_type: 'print' })
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([422, 'user_subscription_plan'])
  const plain = await order(sold, { order_type: 'print', user_subscription_plan: undefined })
  expect(plain.json()).toMatchObject({ user_subscription_plan: null, plan_pages: 0, amount: 46 })
})

test('is refused unless the customer has an active plan with enough pages today', async () => {
  const { id: user } = await buildUser(api.db)
  const plans: Record<string, Sold> = {
    'This customer has no such plan': { ...(await buildSoldPlan(api.db)), user },
    'This plan has expired': await buildSoldPlan(api.db, { user, starts: -30, ends: -1 }),
    'This plan has not started yet': await buildSoldPlan(api.db, { user, starts: 1, ends: 30 }),
    'This plan is cancelled': await buildSoldPlan(api.db, { user, is_cancelled: true }),
    'This plan has only 2 pages left': await buildSoldPlan(api.db, { user, pages_total: 10, pages_used: 8 }),
    'This plan has only 1 page left': await buildSoldPlan(api.db, { user, pages_total: 9, pages_used: 8 }),
  }
  const [before] = await api.db`select count(*) from orders`
  for (const [message, sold] of Object.entries(plans)) {
    const reply = await order(sold)
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      [{ message, context: { key: 'user_subscription_plan' } }],
    ])
  }
  const none = await order({ id: '', user }, { user_subscription_plan: undefined })
  expect([none.statusCode, none.json().errors[0].context.key]).toEqual([422, 'user_subscription_plan'])
  expect(await api.db`select count(*) from orders`).toEqual([before])
  expect(
    (await order(await buildSoldPlan(api.db, { user, starts: -29, ends: 0, pages_total: 3 }))).statusCode,
  ).toBe(201)
})

test('50 concurrent orders never use more pages than the plan has', { tags: ['proof'] }, async () => {
  const sold = await buildSoldPlan(api.db, { pages_total: 61 })
  const ids: string[] = []
  for (let n = 0; n < 50; n++) ids.push(await upload())
  const base = {
    user: sold.user,
    title: 'Race',
    address,
    order_type: 'subscription',
    user_subscription_plan: sold.id,
  }
  const replies = await Promise.all(
    ids.map((id) => admin.upload('/api/all-orders/', orderForm({ ...base, uploads: [id] }))),
  )
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(30).fill(422)])
  expect(await pagesOf(sold)).toEqual([60, 1])
})

test('cancelling gives the pages back, only once for ten concurrent requests', async () => {
  const sold = await buildSoldPlan(api.db, { pages_total: 30 })
  const one = (await order(sold, { copies: 2 })).json<Order>()
  const others = [(await order(sold)).json<Order>(), (await order(sold)).json<Order>()]
  expect(await pagesOf(sold)).toEqual([12, 18])
  const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(one.id)))
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(await pagesOf(sold)).toEqual([6, 24])
  expect((await admin.get(`/api/all-orders/${one.id}/`)).json()).toMatchObject({
    status: 'cancelled',
    plan_pages: 6,
  })
  const bulk = { ids: [one, ...others].map(({ id }) => id), status: 'cancelled', note: 'Shop closed' }
  await admin.post('/api/all-orders/bulk/', bulk)
  await admin.post('/api/all-orders/bulk/', bulk)
  expect(await pagesOf(sold)).toEqual([0, 30])
})

test('a cancelled or expired plan also gets its pages back', async () => {
  const sold = await buildSoldPlan(api.db)
  const { id } = (await order(sold)).json<Order>()
  await admin.patch(`/api/user-subscription-plans/${sold.id}/`, { status: 'cancelled' })
  expect((await cancel(id)).statusCode).toBe(200)
  expect(await pagesOf(sold)).toEqual([0, 100])
})

test('the pages go back to the plan that they came from', async () => {
  const sold = await buildSoldPlan(api.db)
  const other = await buildSoldPlan(api.db, { user: sold.user, pages_used: 50 })
  const { id } = (await order(sold)).json<Order>()
  await cancel(id)
  expect([await pagesOf(sold), await pagesOf({ ...other, user: sold.user })]).toEqual([
    [0, 100],
    [50, 50],
  ])
})
