import 'fake-indexeddb/auto'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import { IDBFactory } from 'fake-indexeddb'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSession, useApi } from '../server/test/api.ts'
import { buildOrder, buildStaff, buildUser } from '../server/test/build.ts'
import { expectInvariantsHold } from '../server/test/invariants.ts'
import fc from '../test/fastCheck.ts'
import { setTokenReader } from '../web/src/base/api/call.ts'
import { type DeviceDatabase, openDatabase } from '../web/src/base/device/database.ts'
import {
  type Act,
  addActs,
  type Deed,
  type Owner,
  readActs,
  sendActs,
} from '../web/src/orders/roundActs/actQueue.ts'
import { statusAfter } from '../web/src/orders/roundActs/predicted.ts'
import { tryAgain } from '../web/src/orders/roundActs/refusedActs.ts'
import { sendAct } from '../web/src/orders/roundActs/sendAct.ts'

// The queue of three phones, as the app has it, and the office at the real server, while networks come and go.

const api = useApi()
const admin = api.as('admin')
const orderCount = 30
const histories = Number(process.env['HISTORIES'] ?? 15)

/** How a request ends: it never arrives, is cut while the server is at work or before its answer comes, or is answered. */
const ways = ['up', 'up', 'before', 'middle', 'after'] as const
let way: (typeof ways)[number] = 'up'
const cut = new Set<Promise<unknown>>()

async function throughNetwork(address: string, init: RequestInit): Promise<Response> {
  const how = way
  if (how === 'before') throw new TypeError('There is no network')
  const { method, headers, body } = new Request(new URL(address, 'http://print.test'), init)
  const payload = Buffer.from(await new Response(body).arrayBuffer())
  const answering = admin.send(method, address, payload, Object.fromEntries(headers))
  if (how === 'middle') cut.add(answering)
  else if (how === 'after') await answering
  if (how !== 'up') throw new TypeError('The connection broke')
  const answer = await answering
  return new Response(answer.body, { status: answer.statusCode })
}

type Seen = { id: string; version: number; status: OrderStatus }
type Phone = { owner: Owner; token: string; files: IDBFactory; open: DeviceDatabase | undefined }

const phones: Phone[] = []
let customer: string
let photo: File

beforeAll(async () => {
  vi.stubGlobal('fetch', throughNetwork)
  customer = (await buildUser(api.db)).id
  for (const byte of [1, 2, 3]) {
    const { id: person } = await buildStaff(api.db, { full_name: `Courier ${byte}` })
    const key = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(byte), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ])
    const token = await openSession(api.db, person)
    phones.push({ owner: { person, key }, token, files: new IDBFactory(), open: undefined })
  }
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  photo = new File([new Uint8Array(await picture.jpeg().toBuffer())], 'door.jpg', { type: 'image/jpeg' })
})
afterAll(() => vi.unstubAllGlobals())

async function opened(phone: Phone): Promise<DeviceDatabase> {
  globalThis.indexedDB = phone.files
  phone.open ??= await openDatabase()
  return phone.open
}

const nameOf = ({ deed }: Pick<Act, 'deed'>) =>
  deed.kind === 'move' ? (deed.change.note ?? '') : deed.kind === 'proof' ? deed.received_by : ''

/** What can be done with an order at its door; nothing once it is cancelled or taken back. */
function deedsFor(status: OrderStatus, note: string): Deed[] {
  const move = (to: OrderStatus, more = {}): Deed => ({ kind: 'move', change: { status: to, note, ...more } })
  if (status === 'assigned') return [move('out-for-delivery')]
  if (status === 'delivered') return [move('out-for-delivery')]
  if (status !== 'out-for-delivery') return []
  const proof: Deed = { kind: 'proof', received_by: note }
  return [
    proof,
    move('delivered'),
    move('assigned'),
    move('delivered', { payment: { method: 'cash', amount: 46 } }),
  ]
}

/** What the office does with an order; the server refuses what does not fit. */
const officeChanges = (courier: string) => [
  { assigned_user: courier },
  { status: 'cancelled', note: 'The customer called' },
  { status: 'confirmed', assigned_user: null },
  { status: 'delivered' },
  { notes: 'The other door' },
]

const number = fc.nat(59)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), order: number, choice: number }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('office' as const), order: number, choice: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      network: fc.array(fc.constantFrom(...ways), { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('again' as const, 'restart' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let made = 0
const newName = () => `history-${made++}`

test(`${histories} histories of three phones and the office: each act is done once, or stands there as a task`, {
  tags: ['proof'],
}, async () => {
  const history = async (steps: readonly [number, Step][]) => {
    const orders = await Promise.all(
      Array.from({ length: orderCount }, (_, at) =>
        buildOrder(api.db, {
          user: customer,
          status: at % 2 ? 'assigned' : 'out-for-delivery',
          assigned_user: phones[at % 3]?.owner.person ?? '',
        }),
      ),
    )
    const ids = orders.map(({ id }) => id)
    const acted = new Map<string, Deed>()
    const see = ({ owner }: Phone) => api.db<Seen[]>`
      select id, version, status from orders where assigned_user = ${owner.person} and id = any(${ids}::uuid[]) order by id`
    const seen = await Promise.all(phones.map(see))

    const send = async (phone: Phone, network: readonly (typeof way)[]) => {
      let request = 0
      const sendOne = (act: Act, pictures: Parameters<typeof sendAct>[1]) => {
        way = network[request++] ?? 'up'
        setTokenReader(() => `Token ${phone.token}`)
        return sendAct(act, pictures)
      }
      const database = await opened(phone)
      const result = await sendActs(database, phone.owner, sendOne)
      seen[phones.indexOf(phone)] = await see(phone)
      return result
    }

    for (const [at, one] of steps) {
      const phone = phones[at] as Phone
      const database = await opened(phone)
      const left = (await readActs(database, phone.owner)).acts
      if (one.kind === 'act') {
        const own = seen[at] ?? []
        const order = own[one.order % own.length]
        if (!order) continue
        const waiting = left.filter((act) => act.order === order.id)
        const status = waiting.map(statusAfter).findLast((one) => one !== undefined) ?? order.status
        const name = newName()
        const deeds = deedsFor(status, name)
        const deed = deeds[one.choice % deeds.length]
        if (!deed) continue
        acted.set(name, deed)
        const act = { id: name, number: 1, title: 'Thesis', happened_at: new Date().toISOString(), deed }
        await addActs(database, phone.owner, { order: order.id, version: order.version }, [
          deed.kind === 'proof' ? { ...act, pictures: { photo } } : act,
        ])
      }
      if (one.kind === 'office') {
        const changes = officeChanges(phone.owner.person)
        await admin.patch(
          `/api/all-orders/${ids[one.order % orderCount]}/`,
          changes[one.choice % changes.length],
        )
      }
      if (one.kind === 'send') await send(phone, one.network)
      const task = left.find(({ state }) => state === 'refused')
      if (one.kind === 'again' && task) await tryAgain(database, task, newName())
      if (one.kind === 'restart') {
        database.close()
        phone.open = undefined
      }
    }

    await Promise.all(cut)
    cut.clear()
    const kept: string[] = []
    for (const phone of phones) {
      expect(await send(phone, [])).toBe('sent')
      const left = (await readActs(await opened(phone), phone.owner)).acts
      const isTask = ({ order, seq }: Act) =>
        left.some((one) => one.order === order && one.state === 'refused' && one.seq <= seq)
      expect(left.every(isTask)).toBe(true)
      kept.push(...left.map(nameOf))
      phone.open?.close()
      phone.open = undefined
      phone.files = new IDBFactory()
    }
    const done = await api.db<{ name: string }[]>`
      select note as name from order_history where order_id = any(${ids}::uuid[]) and note like 'history-%'
      union all select after->>'received_by' from audit_entries
      where entity = 'delivery_proofs' and before is null and after->>'order_id' = any(${ids})`
    expect([...done.map(({ name }) => name), ...kept].toSorted()).toEqual([...acted.keys()].toSorted())
    const paid = done.filter(({ name }) => {
      const deed = acted.get(name)
      return deed?.kind === 'move' && deed.change.payment
    })
    const [{ payments }] = await api.db<[{ payments: number }]>`
      select count(*)::int as payments from payments where order_id = any(${ids}::uuid[]) and amount > 0`
    expect(payments).toBe(paid.length)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(0, 1, 2), step), { minLength: 10, maxLength: 60 }),
      history,
    ),
    { numRuns: histories },
  )
  await expectInvariantsHold(api.db, api.resources.storage)
})
