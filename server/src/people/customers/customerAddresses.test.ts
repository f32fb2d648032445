import type { CustomerAddress } from '@our-print/contract/people/customerAddresses.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'

const api = useApi()

async function createOrder(order: object): Promise<{ id: string }> {
  const form = orderForm({ title: 'Thesis', ...order }, { 'thesis.pdf': await makePdf(1) })
  const reply = await api.as('admin').upload('/api/all-orders/', form)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

const mg = {
  line1: '12, MG Road',
  line2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560001',
}
const brigade = { ...mg, line1: '7, Brigade Road', pincode: '560025' }

const addressesOf = async (user: string, query = '') =>
  (await api.as('admin').get(`/api/users/${user}/addresses/${query}`)).json<{
    count: number
    results: CustomerAddress[]
  }>()
const linesOf = ({ results }: { results: CustomerAddress[] }) => results.map(({ address }) => address.line1)

test('an order keeps where it goes, each address once, the last used first', async () => {
  const { id } = await buildUser(api.db)
  expect(await addressesOf(id)).toMatchObject({ count: 0, results: [] })
  await createOrder({ user: id, address: mg })
  await createOrder({ user: id, address: brigade })
  await createOrder({ user: id, pickup: true })
  expect(linesOf(await addressesOf(id))).toEqual([brigade.line1, mg.line1])
  await createOrder({ user: id, address: mg })
  const found = await addressesOf(id)
  expect(linesOf(found)).toEqual([mg.line1, brigade.line1])
  expect(found.results[0]?.address).toEqual(mg)
  expect(linesOf(await addressesOf(id, '?query=brigade'))).toEqual([brigade.line1])
})

test('an address that is corrected on an order is kept, too', async () => {
  const { id } = await buildUser(api.db)
  const order = await createOrder({ user: id, address: mg })
  const reply = await api.as('admin').patch(`/api/all-orders/${order.id}/`, { address: brigade })
  expect(reply.statusCode).toBe(200)
  expect(linesOf(await addressesOf(id))).toEqual([brigade.line1, mg.line1])
})

test('an address is entered by hand, once', async () => {
  const { id } = await buildUser(api.db)
  const add = (body: object, user = id) => api.as('admin').post(`/api/users/${user}/addresses/`, body)
  const first = await add(mg)
  expect(first.statusCode).toBe(201)
  expect((await add(mg)).json().id).toBe(first.json().id)
  expect((await addressesOf(id)).count).toBe(1)
  expect((await add({ ...mg, pincode: '#' })).statusCode).toBe(400)
  expect((await add(mg, '01890000-0000-7000-8000-000000000000')).statusCode).toBe(404)
})

test('the same address entered by many at once is one', async () => {
  const { id } = await buildUser(api.db)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => api.as('admin').post(`/api/users/${id}/addresses/`, mg)),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  expect((await addressesOf(id)).count).toBe(1)
})

test('an address is corrected and removed; orders keep theirs', async () => {
  const { id } = await buildUser(api.db)
  const { id: order } = await createOrder({ user: id, address: mg })
  await createOrder({ user: id, address: brigade })
  const [second, first] = (await addressesOf(id)).results
  const url = `/api/customer-addresses/${first?.id}/`
  expect((await api.as('admin').get(url)).json()).toEqual(first)
  expect((await api.as('admin').patch(url, { address: { ...mg, line1: '13, MG Road' } })).statusCode).toBe(
    200,
  )
  expect((await api.as('admin').patch(url, { address: brigade })).statusCode).toBe(409)
  const late = await api.as('admin').patch(url, { address: { ...mg, line1: '14, MG Road' }, version: 1 })
  expect(late.json()).toMatchObject({
    code: 'stale',
    current: { version: 2, address: { line1: '13, MG Road' } },
  })
  const same = await api.as('admin').patch(url, { address: { ...mg, line1: '13, MG Road' }, version: 2 })
  expect([same.statusCode, same.json().version]).toEqual([200, 2])
  expect(linesOf(await addressesOf(id))).toEqual([second?.address.line1, '13, MG Road'])
  expect((await api.as('admin').delete(url)).statusCode).toBe(204)
  expect((await api.as('admin').delete(url)).statusCode).toBe(404)
  expect((await api.as('admin').get(url)).statusCode).toBe(404)
  expect((await api.as('admin').patch(url, { address: mg })).statusCode).toBe(404)
  expect(linesOf(await addressesOf(id))).toEqual([brigade.line1])
  expect((await api.as('admin').get(`/api/all-orders/${order}/`)).json().address).toEqual(mg)
})
