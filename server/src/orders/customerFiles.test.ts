import { expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')

test('the files of a customer are those of their orders, the newest first', async () => {
  const [{ id }, other] = [await buildUser(api.db), await buildUser(api.db)]
  const order = async (user: string, name: string) => {
    const form = orderForm({ title: 'Thesis', user, pickup: true }, { [name]: await makePdf(2) })
    return (await admin.upload('/api/all-orders/', form)).json<{ id: string; number: number }>()
  }
  const first = await order(id, 'thesis.pdf')
  await order(other.id, 'other.pdf')
  const last = await order(id, 'poster.pdf')
  const url = `/api/users/${id}/files/`
  const { count, results } = (await admin.get(url)).json()
  expect(count).toBe(2)
  expect(results).toMatchObject([
    { name: 'poster.pdf', order: last.id, order_number: last.number, page_count: 2, removed_at: null },
    { name: 'thesis.pdf', order: first.id },
  ])
  expect((await admin.get(`${url}?query=THES`)).json().count).toBe(1)
  expect((await api.as('staff').get(url)).statusCode).toBe(403)
})
