import type { Invoice } from '@our-print/contract/money/invoices.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { until } from '../../../test/until.ts'
import { issueForOrder } from '../../money/invoices/issueInvoices.ts'
import { lockStates } from '../../orders/orders.queries.ts'
import type { Transaction } from '../database/db.ts'

const api = useApi()
const admin = api.as('admin')

/** Does work in a transaction, and commits it once what `start` began waits for it. Returns what `start` began. */
async function whileItWaits<T>(
  work: (tx: Transaction) => PromiseLike<unknown>,
  start: () => Promise<T>,
): Promise<T> {
  const { waiting } = await api.db.begin(async (tx) => {
    await work(tx)
    const waiting = start()
    await until('it waits', async () => {
      // Not in the transaction, which sees the same activity until its end.
      const [{ many }] = await api.db<[{ many: number }]>`
        select count(*)::int as many from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return many > 0
    })
    return { waiting }
  })
  return waiting
}

describe('who waited for an order that has another customer by then', () => {
  const invoiced = async () => {
    const { seller, ...settings } = (await admin.get('/api/invoice-settings')).json<{ seller: object }>()
    await admin.put('/api/invoice-settings', { ...settings, seller: { ...seller, name: 'Our Print' } })
    const { id } = await buildOrder(api.db, { amount: 118_00 })
    const invoice = (await admin.post('/api/invoices/', { order: id })).json<Invoice>()
    return { id, invoice }
  }
  const giveTo = (user: string, id: string) => (tx: Transaction) =>
    tx`update orders set version = version + 1, user_id = ${user} where id = ${id}`

  test('credits its invoice, so that its price counts again', async () => {
    const [{ id, invoice }, other] = [await invoiced(), await buildUser(api.db)]
    const reply = await whileItWaits(giveTo(other.id, id), () =>
      admin.post(`/api/invoices/${invoice.id}/credit/`, { reason: 'Smudged' }),
    )
    expect(reply.statusCode).toBe(201)
    const [order] = await api.db`select invoiced from orders where id = ${id}`
    expect(order).toEqual({ invoiced: null })
    await expectInvariantsHold(api.db)
  })

  test('issues its invoice', async () => {
    const [{ id }, other] = [await buildOrder(api.db, { amount: 118_00 }), await buildUser(api.db)]
    const number = await whileItWaits(giveTo(other.id, id), () =>
      api.db.begin((tx) => issueForOrder(tx, api.people.admin.id, id)),
    )
    expect(number).toEqual(expect.any(String))
    await expectInvariantsHold(api.db)
  })
})

test('who waited for an order is told who has it by then', async () => {
  const { id } = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  const other = api.people['other staff']
  const states = await whileItWaits(
    (tx) => tx`update orders set version = version + 1, assigned_user = ${other.id} where id = ${id}`,
    () => api.db.begin((tx) => lockStates(tx, [id])),
  )
  expect(states.get(id)).toMatchObject({ assigned_user: other.id, assigned_name: other.full_name })
})

test.each(['40P01', '40001'])(
  'two that wait for each other (%s) are told to try again, which no state forbids',
  async (code) => {
    const { id } = await buildOrder(api.db)
    await api.db.unsafe(`
      create function end_as_victim() returns trigger language plpgsql as
        $$ begin raise exception 'deadlock detected' using errcode = '${code}'; end $$;
      create trigger end_as_victim before update on orders execute function end_as_victim()`)
    // Not by the client of tests, which tries again by itself.
    const assign = () =>
      api.app.inject({
        method: 'PATCH',
        url: `/api/all-orders/${id}/`,
        headers: { authorization: `Token ${api.token('admin')}`, 'idempotency-key': `assign-${code}` },
        payload: { assigned_user: api.people.staff.id },
      })
    const reply = await assign()
    await api.db.unsafe('drop function end_as_victim cascade')
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
      503,
      '2',
      { code: 'locked' },
    ])
    expect((await assign()).statusCode).toBe(200)
  },
)
