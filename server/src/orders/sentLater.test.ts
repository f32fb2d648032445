import type { Order } from '@our-print/contract/orders/orders.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder } from '../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const path = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const out = { status: 'out-for-delivery' }
const assigned = () => buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })

describe('what was done before it could be sent', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const ms = (time: string | undefined) => Date.parse(time ?? '')
  /** An order that was assigned an hour ago. */
  async function old() {
    const order = await assigned()
    await api.db`update order_history set at = now() - interval '1 hour' where order_id = ${order.id}`
    return order
  }
  const last = (order: Order) => order.history?.at(-1)
  const courier = api.as('staff')

  test('has both times, in a sequence of acts too, and rules that count minutes use the server’s', async () => {
    const order = await old()
    const [left, reached] = [minutesAgo(23), minutesAgo(21)]
    const first = (await courier.patch(path(order), { ...out, happened_at: left })).json<Order>()
    expect([last(first)?.happened_at, last(first)?.said_at]).toEqual([left.replace('Z', '000Z'), null])
    expect(ms(last(first)?.at)).toBeGreaterThan(ms(left) + 20 * 60_000)
    const delivered = { status: 'delivered', happened_at: reached }
    const second = (await courier.patch(path(order), delivered)).json<Order>()
    expect(ms(last(second)?.happened_at)).toBe(ms(reached))
    expect(last(second)?.said_at).toBeNull()
    // Delivered 21 minutes ago, sent now: it can be undone for ten minutes from now.
    expect(second.allowed_transitions).toEqual(['out-for-delivery'])
    expect(ms(second.delivered_at ?? '')).toBeGreaterThan(ms(reached) + 20 * 60_000)
  })

  test('is never later than it arrived, nor before what happened by then; what was said is kept', async () => {
    const [early, late] = [await old(), await old()]
    const said = minutesAgo(300)
    const entry = last((await courier.patch(path(early), { ...out, happened_at: said })).json())
    expect(entry?.said_at).toBe(said.replace('Z', '000Z'))
    expect(ms(entry?.happened_at)).toBeGreaterThan(ms(minutesAgo(61)))
    const coming = minutesAgo(-180)
    const other = last((await courier.patch(path(late), { ...out, happened_at: coming })).json())
    expect(other).toMatchObject({ said_at: coming.replace('Z', '000Z'), happened_at: other?.at })
  })

  test('is said of many at once, of each after its own history', async () => {
    const [one, other] = [await old(), await assigned()]
    const happened_at = minutesAgo(20)
    const body = { ids: [one.id, other.id], ...out, happened_at }
    expect((await courier.post('/api/all-orders/bulk/', body)).statusCode).toBe(200)
    const entries = await api.db<{ early: boolean; said: boolean }[]>`
      select happened_at < at - interval '19 minutes' as early, said_at is not null as said from order_history
      where order_id = any(${[one.id, other.id]}::uuid[]) and to_status = 'out-for-delivery' order by order_id`
    expect(entries).toEqual([
      { early: true, said: false },
      { early: false, said: true },
    ])
  })

  test('is said of a ready order, a proof and a scan', async () => {
    const pickup = await buildOrder(api.db, { pickup: true })
    const [order, scanned] = [await old(), await old()]
    await api.db`update order_history set at = now() - interval '1 hour' where order_id = ${pickup.id}`
    const happened_at = minutesAgo(20)
    const ready = (await admin.patch(path(pickup), { is_ready: true, happened_at })).json<Order>()
    expect(ms(last(ready)?.happened_at)).toBe(ms(happened_at))
    await courier.patch(path(order), { ...out, happened_at })
    const form = new FormData()
    form.append('received_by', 'Mrs Hegde')
    form.append('happened_at', minutesAgo(15))
    const proof = (await courier.upload(`${path(order)}proof/`, form)).json()
    expect(ms(proof.happened_at)).toBeLessThan(ms(proof.at) - 14 * 60_000)
    const scan = { code: scanned.id, purpose: 'hand_over', happened_at }
    expect((await courier.post('/api/ticket-scans/', scan)).json()).toMatchObject({
      result: 'accepted',
      said_at: null,
    })
    const read = last((await admin.get(path(scanned))).json())
    expect([ms(read?.happened_at), read?.note]).toEqual([ms(happened_at), 'Job ticket scanned'])
    const { results } = (await admin.get(`/api/ticket-scans/?order=${scanned.id}`)).json()
    expect(ms(results[0].happened_at)).toBe(ms(happened_at))
  })

  test('is a time with its zone', async () => {
    const order = await old()
    for (const happened_at of ['yesterday', '2026-01-01T10:00:00', 1, null])
      expect((await courier.patch(path(order), { ...out, happened_at })).statusCode).toBe(400)
  })
})
