import type { CourierTask } from '@our-print/contract/orders/courierTasks.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'

// Scans that were refused later, and whose order the phone did not know.

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]

const url = '/api/courier-tasks/'
const listed = async (query: string) =>
  (await admin.get(`${url}?${query}`)).json<{ results: CourierTask[] }>().results
const readOrder = async ({ id }: { id: string }) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const settle = (id: string, body: object = { note: 'Cash is in the till' }) =>
  admin.post(`${url}${id}/settle/`, body)

const sendCode = (code: string, more: Record<string, string> = {}, headers = {}) => {
  const form = new FormData()
  const fields = { code, tried: 'Ticket scanned', refusal: 'None of your orders', ...more }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return courier.upload(url, form, headers)
}

test('comes with its code and time, without an order where the code names none, and is settled', async () => {
  const happened_at = new Date(Date.now() - 20 * 60_000).toISOString()
  const code = 'https://other.shop/print/7?x=1'
  const key = { 'idempotency-key': 'a-scan-in-the-cellar' }
  const reply = await sendCode(code, { happened_at }, key)
  expect(reply.statusCode).toBe(201)
  expect((await sendCode(code, { happened_at }, key)).json()).toEqual(reply.json())
  const found = await listed(`query=${encodeURIComponent('other.shop/print')}`)
  expect(found).toMatchObject([
    { order: null, order_number: null, order_title: null, code, tried: 'Ticket scanned', by: 'Ravi Kumar' },
  ])
  expect(found[0]?.happened_at).toContain(happened_at.slice(0, 19))
  const { id } = reply.json<{ id: string }>()
  const settled = await settle(id, { note: 'The bundle is of another shop', version: 1 })
  expect([settled.statusCode, settled.json()]).toMatchObject([200, { settled_by: 'Asha Rao', order: null }])
  const file = await admin.get(`${url}?format=csv&query=other.shop`)
  expect(file.body).toContain(code)
})

test('the office sees which order it names; who sent it does not, and writes nothing into that', async () => {
  const order = await buildOrder(api.db, {
    status: 'assigned',
    assigned_user: api.people['other staff'].id,
  })
  const before = await readOrder(order)
  const unknown = await sendCode('987654321')
  for (const code of [String(order.number), `${order.id}?t=x`]) {
    const reply = await sendCode(code)
    expect([reply.statusCode, { ...reply.json(), id: '', at: '' }]).toEqual([
      unknown.statusCode,
      { ...unknown.json(), id: '', at: '' },
    ])
  }
  expect(await readOrder(order)).toEqual(before)
  const tasks = await listed(`order=${order.id}`)
  expect(tasks.map(({ order_number }) => order_number)).toEqual([order.number, order.number])
  await settle(tasks[0]?.id ?? '')
  expect((await readOrder(order)).history?.at(-1)).toMatchObject({
    by: 'Asha Rao',
    courier_task: 'settled',
  })
})

test('names an order or a code, not both and not neither', async () => {
  const order = await buildOrder(api.db)
  const both = await sendCode('1042', { order: order.id })
  expect([both.statusCode, both.json().errors[0].context.key]).toEqual([400, 'code'])
  const form = new FormData()
  for (const name of ['tried', 'refusal']) form.append(name, 'x')
  const neither = await courier.upload(url, form)
  expect([neither.statusCode, neither.json().errors[0].context.key]).toEqual([400, 'order'])
  await expect(
    api.db`insert into courier_tasks (tried, refusal, created_by) values ('x', 'x', ${api.people.staff.id})`,
  ).rejects.toThrow('courier_tasks_of_order_or_code')
})
