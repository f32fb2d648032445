import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { publish } from './events.queries.ts'
import { sweep } from './orderViewers.queries.ts'

const api = useApi()
const [admin, staff] = [api.as('admin'), api.as('staff')]
let path = ''
let order = ''

beforeEach(async () => {
  order = (await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })).id
  path = `/api/all-orders/${order}/viewers/`
})

const announced = async () => {
  await publish(api.db)
  const [row] = await api.db<[{ times: number }]>`
    select count(*)::int as times from events where name = 'order.viewed' and record = ${order}`
  return row.times
}

test('each person hears of the others who have the order open, until they leave', async () => {
  expect((await admin.send('PUT', path)).json()).toEqual({ viewers: [] })
  const asha = { id: api.people.admin.id, full_name: 'Asha Rao' }
  expect((await staff.send('PUT', path)).json()).toEqual({ viewers: [asha] })
  expect((await admin.send('PUT', path)).json().viewers).toMatchObject([{ full_name: 'Ravi Kumar' }])
  // Announced when somebody comes and goes, not when they stay.
  expect(await announced()).toBe(2)
  expect((await admin.delete(path)).statusCode).toBe(204)
  expect((await admin.delete(path)).statusCode).toBe(204)
  expect(await announced()).toBe(3)
  expect((await staff.send('PUT', path)).json()).toEqual({ viewers: [] })
})

test('the author of a change has a name', async () => {
  const reply = await staff.get(`/api/events/authors/${api.people.admin.id}/`)
  expect(reply.json()).toEqual({ id: api.people.admin.id, full_name: 'Asha Rao' })
  expect((await staff.get(`/api/events/authors/${order}/`)).statusCode).toBe(404)
})

test('a view that is not renewed ends by itself', async () => {
  await admin.send('PUT', path)
  await api.db`update order_viewers set seen_at = now() - interval '46 seconds'`
  expect((await staff.send('PUT', path)).json()).toEqual({ viewers: [] })
  await sweep(api.db)
  expect(await api.db`select viewer from order_viewers where order_id = ${order}`).toEqual([
    { viewer: api.people.staff.id },
  ])
})

test('the order of another staff user is not there, and no change of the order is written', async () => {
  expect((await api.as('other staff').send('PUT', path)).statusCode).toBe(404)
  await admin.send('PUT', path)
  const [row] = await api.db`
    select version, (select count(*)::int from audit_entries where entity_id = ${order}) as entries
    from orders where id = ${order}`
  expect(row).toEqual({ version: 1, entries: 0 })
})
