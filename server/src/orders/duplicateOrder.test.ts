import type { Order } from '@our-print/contract/orders/orders.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { address, buildCoupon, buildOrder, buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')

let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(4)
})

async function createOrder(more: object = {}, files: Record<string, Buffer> = { 'a.pdf': pdf }) {
  const user = (await buildUser(api.db)).id
  const form = orderForm({ user, title: 'Thesis', address, ...more }, files)
  const reply = await admin.upload('/api/all-orders/', form)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json<Order>()
}
const duplicate = (id: string, headers: Record<string, string> = {}) =>
  admin.post(`/api/all-orders/${id}/duplicate/`, undefined, headers)

const choices = ({
  user,
  title,
  copies,
  color,
  sides,
  paper_size,
  binding,
  layout,
  bundle,
  notes,
  pickup,
}: Order) => ({
  user,
  title,
  copies,
  color,
  sides,
  paper_size,
  binding,
  layout,
  bundle,
  notes,
  pickup,
})

test('an order is taken in once more, with copies of its files and its pages', async () => {
  const options = {
    copies: 3,
    sides: 'double',
    layout: '2-up',
    notes: 'Blue cover',
    page_ranges: ['3,1', ''],
  }
  const order = await createOrder(options, { 'a.pdf': pdf, 'b.pdf': pdf })
  const reply = await duplicate(order.id)
  expect(reply.statusCode).toBe(201)
  const again = reply.json<Order>()
  expect(choices(again)).toEqual(choices(order))
  expect(again).toMatchObject({ status: 'confirmed', address: order.address, amount: order.amount })
  // Where nobody could say until when, it is promised as the shop would propose.
  expect([order.promised_at, again.promised_at]).toEqual([null, expect.any(String)])
  expect(again.number).toBeGreaterThan(order.number)
  const filesOf = ({ order_files }: Order) =>
    order_files.map(({ name, page_count, page_ranges }) => [name, page_count, page_ranges])
  expect(filesOf(again)).toEqual(filesOf(order))
  const [file] = again.order_files
  const sent = await api.as(undefined).get(new URL(file?.url ?? '').href.replace(/^https?:\/\/[^/]+/, ''))
  expect(sent.rawPayload.equals(pdf)).toBe(true)
})

test('pages in colour count as before, the coupon does not count again, and the price is that of today', async () => {
  const { code } = await buildCoupon(api.db)
  const order = await createOrder({ color: 'mixed', coupon_code: code })
  expect(order.discount).toBeGreaterThan(0)
  const again = (await duplicate(order.id)).json<Order>()
  expect(again).toMatchObject({
    color_pages: order.color_pages,
    amount: order.amount,
    discount: 0,
    coupon_code: null,
  })
})

test('a retry with the same key takes in one order, and leaves no files', async () => {
  const order = await createOrder()
  const before = api.storedFiles().length
  const headers = { 'idempotency-key': 'again-1' }
  const first = await duplicate(order.id, headers)
  expect((await duplicate(order.id, headers)).json()).toMatchObject({ id: first.json().id })
  expect(api.storedFiles()).toHaveLength(before + 1)
})

test.each([
  [
    'whose customer is inactive',
    422,
    (order: Order) =>
      api.db`update users set version = version + 1, is_active = false where id = ${order.user}`,
  ],
  [
    'one of whose files was removed',
    410,
    (order: Order) =>
      api.db`update order_files set storage_key = null, removed_at = now() where order_id = ${order.id}`,
  ],
])('an order %s is refused, and leaves nothing', async (_, status, change) => {
  const order = await createOrder()
  await change(order)
  const count = async () => (await api.db`select count(*)::int as orders from orders`)[0]?.['orders']
  const [orders, stored] = [await count(), api.storedFiles().length]
  expect((await duplicate(order.id)).statusCode).toBe(status)
  expect(await count()).toBe(orders)
  expect(api.storedFiles().length).toBeLessThanOrEqual(stored)
})

test('what has no files, or is no order, is refused', async () => {
  const { id } = await buildOrder(api.db)
  expect((await duplicate(id)).statusCode).toBe(409)
  expect((await duplicate('01890000-0000-7000-8000-000000000000')).statusCode).toBe(404)
})
