import type { DeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Role, useApi } from '../../test/api.ts'
import { buildOrder } from '../../test/build.ts'
import { expectStorageMatchesRows } from '../../test/storageMatchesRows.ts'

const api = useApi()
let photo: Buffer
let signature: Buffer

beforeAll(async () => {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  photo = await picture
    .clone()
    .withExif({ IFD0: { Model: 'Phone 9' } })
    .jpeg()
    .toBuffer()
  signature = await picture.png().toBuffer()
})
afterEach(async () => {
  await api.db`update configurations set version = version + 1, proof_of_delivery = 'optional'`
  await expectStorageMatchesRows(api.db, api.resources.storage)
})

const rule = (value: string) =>
  api.db`update configurations set version = version + 1, proof_of_delivery = ${value}`
const path = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const outForDelivery = (assigned_user = api.people.staff.id) =>
  buildOrder(api.db, { status: 'out-for-delivery', assigned_user })
const picturesOf = async (order: { id: string }) =>
  await api.db`select kind, storage_key from order_files where order_id = ${order.id} and kind <> 'print' order by kind`

type Sent = { received_by?: string; happened_at?: string; photo?: Buffer; signature?: Buffer }

function formOf({ received_by, happened_at, ...pictures }: Sent) {
  const form = new FormData()
  if (happened_at !== undefined) form.append('happened_at', happened_at)
  if (received_by !== undefined) form.append('received_by', received_by)
  for (const [name, bytes] of Object.entries(pictures))
    form.append(name, new Blob([new Uint8Array(bytes)]), name)
  return form
}

const prove = (order: { id: string }, sent: Sent, role: Role = 'staff', headers = {}) =>
  api.as(role).upload(`${path(order)}proof/`, formOf(sent), headers)
const read = async (order: { id: string }, role: Role = 'admin') =>
  (await api.as(role).get(path(order))).json<Order>()

describe('a proof of delivery', () => {
  test('has a name, a photo and a signature, and is shown to the staff user and the super admin', async () => {
    const order = await outForDelivery()
    const reply = await prove(order, { received_by: ' Mrs Hegde ', photo, signature })
    expect(reply.statusCode).toBe(201)
    expect(reply.json<DeliveryProof>()).toMatchObject({
      received_by: 'Mrs Hegde',
      by: 'Ravi Kumar',
      pictures: [
        { kind: 'photo', content_type: 'image/jpeg' },
        { kind: 'signature', content_type: 'image/png' },
      ],
    })
    for (const role of ['staff', 'admin'] as const) {
      const shown = await read(order, role)
      expect(shown.delivery_proof).toMatchObject({ received_by: 'Mrs Hegde', by: 'Ravi Kumar' })
      // Nothing to print, and no new version: the order can be delivered from what the phone shows.
      expect([shown.order_files, shown.version]).toEqual([[], order.version])
    }
    const [listed] = (await api.as('staff').get('/api/my_orders/?status=out-for-delivery')).json().results
    expect(listed.delivery_proof.received_by).toBe('Mrs Hegde')
  })

  test('has private pictures: a link works without a session until it expires, and for no other order', async () => {
    const [order, other] = [await outForDelivery(), await outForDelivery(api.people['other staff'].id)]
    const [picture] = (await prove(order, { photo })).json<DeliveryProof>().pictures
    const link = (picture?.url ?? '').replace('http://print.test', '')
    const stranger = api.as(undefined)
    const sent = await stranger.get(link)
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(sent.headers['content-security-policy']).toContain('sandbox')
    expect(sent.rawPayload.length).toBe(picture?.size)
    expect(sent.rawPayload.toString('latin1')).not.toContain('Phone 9')
    expect(
      (
        await stranger.get(
          link.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
        )
      ).statusCode,
    ).toBe(403)
    expect((await stranger.get(link.replace(order.id, other.id))).statusCode).toBe(403)
    expect((await stranger.get(link.replace(/expires=\d+/, 'expires=1'))).statusCode).toBe(403)
    expect((await api.as('other staff').get(path(order))).statusCode).toBe(404)
  })

  test('is added by the staff user of the order and by super admins only', async () => {
    const order = await outForDelivery()
    expect((await prove(order, { received_by: 'X' }, 'other staff')).statusCode).toBe(404)
    expect((await prove(order, { received_by: 'X' }, 'admin')).statusCode).toBe(201)
    expect((await api.as(undefined).upload(`${path(order)}proof/`, formOf({ photo }))).statusCode).toBe(401)
  })

  test('is added while the order is out for delivery, and as long as it may be reopened', async () => {
    const statuses = ['assigned', 'cancelled', 'confirmed'] as const
    for (const status of statuses) {
      const order = await buildOrder(api.db, { status })
      const reply = await prove(order, { photo }, 'admin')
      expect([status, reply.statusCode, reply.json().code]).toEqual([status, 409, 'not_allowed'])
    }
    const delivered = (minutes: number) =>
      buildOrder(api.db, {
        status: 'delivered',
        assigned_user: api.people.staff.id,
        delivered_at: new Date(Date.now() - minutes * 60_000).toISOString(),
      })
    expect((await prove(await delivered(9), { photo })).statusCode).toBe(201)
    const old = await delivered(11)
    const late = await prove(old, { photo })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'This order is Completed: it was delivered too long ago, so a proof cannot be added',
    ])
    expect((await prove(old, { photo }, 'admin')).statusCode).toBe(201)
    await rule('off')
    expect((await prove(await outForDelivery(), { photo })).statusCode).toBe(409)
  })

  test('needs something: a name, a photo or a signature, and refuses what is no picture', async () => {
    const order = await outForDelivery()
    for (const [sent, key] of [
      [{}, 'received_by'],
      [{ received_by: '   ' }, 'received_by'],
      [{ photo: Buffer.from('GIF89a') }, 'photo'],
      // The second picture is refused after the first one was stored.
      [{ photo, signature: Buffer.from('no') }, 'signature'],
    ] as const) {
      const reply = await prove(order, sent)
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
    }
    expect((await prove(order, { photo: Buffer.alloc(10_000_001) })).statusCode).toBe(413)
    expect((await read(order)).delivery_proof).toBeNull()
    expect(await picturesOf(order)).toEqual([])
  })

  test('is stored once for retries, and replaced by a new one with nothing left behind', async () => {
    const order = await outForDelivery()
    const retry = { 'idempotency-key': 'a-weak-network' }
    const replies = [
      await prove(order, { photo }, 'staff', retry),
      await prove(order, { photo }, 'staff', retry),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(replies[1]?.json()).toEqual(replies[0]?.json())
    const [first] = await picturesOf(order)
    expect(api.storedFiles()).toContain(first?.['storage_key'].split('/').at(-1))

    await prove(order, { signature, received_by: 'Neighbour' })
    const after = await picturesOf(order)
    expect(after.map(({ kind }) => kind)).toEqual(['signature'])
    expect(api.storedFiles()).not.toContain(first?.['storage_key'].split('/').at(-1))
  })

  test('of ten that are sent at once, one is left', async () => {
    const order = await outForDelivery()
    const replies = await Promise.all(Array.from({ length: 10 }, () => prove(order, { photo })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201))
    expect(await picturesOf(order)).toHaveLength(1)
  })

  test('is deleted by a super admin, with its bytes', async () => {
    const order = await outForDelivery()
    await prove(order, { photo, signature })
    const stored = api.storedFiles().length
    expect((await api.as('staff').delete(`${path(order)}proof/`)).statusCode).toBe(403)
    expect((await api.as('admin').delete(`${path(order)}proof/`)).statusCode).toBe(204)
    expect(api.storedFiles()).toHaveLength(stored - 2)
    expect((await read(order)).delivery_proof).toBeNull()
    expect((await api.as('admin').delete(`${path(order)}proof/`)).statusCode).toBe(404)
  })

  test('has audit entries with the person', async () => {
    const order = await outForDelivery()
    await prove(order, { received_by: 'Neighbour', photo })
    await api.as('admin').delete(`${path(order)}proof/`)
    const entries = await api.db`
      select actor, action, entity from audit_entries
      where entity in ('delivery_proofs', 'order_files') and action <> 'update'
        and coalesce(after, before) ->> 'order_id' = ${order.id} or entity = 'order_files' and action = 'insert'
        and entity_id in (select entity_id from audit_entries where before ->> 'order_id' = ${order.id})
      order by id`
    const { staff, admin } = api.people
    expect(entries.map(({ actor, action, entity }) => [actor, action, entity])).toEqual([
      [staff.id, 'insert', 'order_files'],
      [staff.id, 'insert', 'delivery_proofs'],
      [admin.id, 'delete', 'delivery_proofs'],
      [admin.id, 'delete', 'order_files'],
    ])
  })

  test('may be sent back unchanged with the whole order, its links apart', async () => {
    const order = await outForDelivery()
    await prove(order, { photo })
    const { history, ...whole } = await read(order)
    expect((await api.as('admin').patch(path(order), { ...whole, title: 'Renamed' })).statusCode).toBe(200)
    const changed = {
      ...whole,
      version: whole.version + 1,
      delivery_proof: { ...whole.delivery_proof, received_by: 'Me' },
    }
    expect((await api.as('admin').patch(path(order), changed)).statusCode).toBe(400)
  })
})

describe('where a proof is required', () => {
  const deliver = (order: { id: string }, role: Role = 'staff', more = {}) =>
    api.as(role).patch(path(order), { status: 'delivered', ...more })

  test('a delivery without one is refused with a sentence, and made with one', async () => {
    await rule('required')
    const order = await outForDelivery()
    for (const role of ['staff', 'admin'] as const) {
      const reply = await deliver(order, role)
      expect([reply.statusCode, reply.json()]).toEqual([
        422,
        {
          code: 'proof_required',
          message: 'This delivery needs a proof first: who received it, a photo or a signature',
        },
      ])
    }
    // With a field besides the move it takes the longer way.
    expect((await deliver(order, 'admin', { title: 'Renamed' })).statusCode).toBe(422)
    expect(await read(order)).toMatchObject({ status: 'out-for-delivery', title: 'Thesis' })
    await prove(order, { received_by: 'Mrs Hegde' })
    expect((await deliver(order)).json()).toMatchObject({ status: 'delivered', version: 2 })
  })

  test('of a bulk move those with one are delivered, and the others say why not', async () => {
    await rule('required')
    const [bare, proven, late] = [await outForDelivery(), await outForDelivery(), await outForDelivery()]
    await prove(proven, { signature })
    const ids = [bare, proven, late].map(({ id }) => id)
    const send = () => api.as('admin').post('/api/all-orders/bulk/', { ids, status: 'delivered' })
    const { results } = (await send()).json()
    expect(results.map(({ ok, code }: { ok: boolean; code: string | null }) => [ok, code])).toEqual([
      [false, 'proof_required'],
      [true, null],
      [false, 'proof_required'],
    ])
    const earned = await api.db`select order_id from coin_entries where order_id = any(${ids})`
    expect([...earned]).toEqual([{ order_id: proven.id }])
  })

  test('other moves need none', async () => {
    await rule('required')
    const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
    expect((await api.as('staff').patch(path(order), { status: 'out-for-delivery' })).statusCode).toBe(200)
    const failed = await api.as('staff').patch(path(order), { status: 'assigned', note: 'Nobody home' })
    expect(failed.statusCode).toBe(200)
  })

  test('the proof of an earlier attempt does not count for the next one', async () => {
    await rule('required')
    const order = await outForDelivery()
    await prove(order, { received_by: 'Neighbour' })
    await api.as('staff').patch(path(order), { status: 'assigned', note: 'Refused' })
    await api.as('staff').patch(path(order), { status: 'out-for-delivery' })
    expect((await deliver(order)).statusCode).toBe(422)
    await prove(order, { photo })
    expect((await deliver(order)).statusCode).toBe(200)
    // A mistaken tap that is taken back needs no second proof.
    await api.as('staff').patch(path(order), { status: 'out-for-delivery', note: 'Tapped by mistake' })
    expect((await deliver(order)).statusCode).toBe(200)
  })
})

describe('the last failed attempt', () => {
  test('is shown with its note in the answer of the move, on the order and in lists', async () => {
    const order = await outForDelivery()
    const staff = api.as('staff')
    const fail = (note: string) => staff.patch(path(order), { status: 'assigned', note })
    expect((await read(order)).last_failed_attempt).toBeNull()
    expect((await fail('Nobody home')).json().last_failed_attempt).toMatchObject({
      by: 'Ravi Kumar',
      note: 'Nobody home',
    })
    const out = await staff.patch(path(order), { status: 'out-for-delivery' })
    expect(out.json().last_failed_attempt.note).toBe('Nobody home')
    const last = (await fail('Wrong address: no such house')).json<Order>()
    expect(last.attempts).toBe(2)
    const shown = { at: last.history?.at(-1)?.at, by: 'Ravi Kumar', note: 'Wrong address: no such house' }
    expect(last.last_failed_attempt).toEqual(shown)
    expect((await read(order)).last_failed_attempt).toEqual(shown)
    const listed = (await staff.get('/api/my_orders/?status=assigned')).json<{ results: Order[] }>()
    expect(listed.results.find(({ id }) => id === order.id)?.last_failed_attempt).toEqual(shown)
  })
})
