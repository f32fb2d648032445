import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { type DeviceDatabase, databaseName, openDatabase } from '../../base/device/database.ts'
import {
  type Act,
  addActs,
  type NewAct,
  type Outcome,
  type Owner,
  readActs,
  removeAct,
  type Send,
  sendActs,
} from './actQueue.ts'
import { tryAgain } from './refusedActs.ts'
import { undoActs } from './undoActs.ts'

const keyOf = (byte: number) =>
  crypto.subtle.importKey('raw', new Uint8Array(32).fill(byte), 'AES-GCM', false, ['encrypt', 'decrypt'])

let owner: Owner
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  owner = { person: 'asha', key: await keyOf(1) }
})

let made = 0
/** A move with a note that names it. */
const move = (note: string): NewAct => ({
  id: `key ${made++}`,
  number: 1042,
  title: 'Thesis',
  happened_at: '2026-01-03T10:42:00.000Z',
  deed: { kind: 'move', change: { status: 'delivered', note } },
})
const proof = (of: string): NewAct => ({
  ...move(of),
  deed: { kind: 'proof', received_by: of },
  pictures: { signature: undefined, photo: new File([`photo ${of}`], 'door.jpg', { type: 'image/jpeg' }) },
})
const nameOf = ({ deed }: Pick<Act, 'deed'>) =>
  deed.kind === 'move' ? deed.change.note : deed.kind === 'proof' ? deed.received_by : deed.code
const listActs = async (database: DeviceDatabase, whose: Owner) => (await readActs(database, whose)).acts
const seen = (order: string, version = 1) => ({ order, version })
const done = (version: number): Outcome => ({ kind: 'done', version, answer: null })
const refusedAt = (version: number): Outcome => ({
  kind: 'refused',
  refusal: { message: 'No', now: { version, text: 'Cancelled' } },
  error: new Error('No'),
})

test('acts go out in the sequence of their order, each upon the version that the one before it left', async () => {
  const database = await openDatabase()
  await addActs(database, owner, seen('a', 4), [proof('Mrs Hegde'), move('delivered')])
  await addActs(database, owner, seen('b', 7), [move('other')])
  await addActs(database, owner, seen('a', 4), [move('undone')])
  const sent: [string | undefined, number | null, string | undefined][] = []
  const send: Send = async (act, { photo }) => {
    sent.push([nameOf(act), act.version, await photo?.text()])
    return done((act.version ?? 0) + (act.deed.kind === 'move' ? 1 : 0))
  }
  expect(await sendActs(database, owner, send)).toBe('sent')
  expect(sent).toEqual([
    ['Mrs Hegde', 4, 'photo Mrs Hegde'],
    ['delivered', 4, undefined],
    ['other', 7, undefined],
    ['undone', 5, undefined],
  ])
  expect(await listActs(database, owner)).toEqual([])
  expect(await database.count('pictures')).toBe(0)
})

test('a refused act holds back what followed from it, other orders go on, and it can be tried again with another key', async () => {
  const database = await openDatabase()
  await addActs(database, owner, seen('a'), [move('first'), move('second')])
  await addActs(database, owner, seen('b'), [move('third')])
  const sent: (string | undefined)[] = []
  const answer =
    (isFine: boolean): Send =>
    async (act) => {
      sent.push(nameOf(act))
      return nameOf(act) === 'first' && !isFine ? refusedAt(9) : done(2)
    }
  await sendActs(database, owner, answer(false))
  expect(sent).toEqual(['first', 'third'])
  const [first, second] = await listActs(database, owner)
  expect([first?.state, first?.refusal?.now?.text, second?.state]).toEqual([
    'refused',
    'Cancelled',
    'waiting',
  ])
  await tryAgain(database, first as Act, 'another key')
  await sendActs(database, owner, async (act, pictures) => {
    if (nameOf(act) === 'first') expect([act.id, act.version]).toEqual(['another key', 9])
    return answer(true)(act, pictures)
  })
  expect(sent).toEqual(['first', 'third', 'first', 'second'])
})

test('what is dropped takes its pictures along, and what follows is made upon what was seen', async () => {
  const database = await openDatabase()
  await addActs(database, owner, seen('a', 3), [proof('Mrs Hegde'), move('delivered')])
  const [first] = await listActs(database, owner)
  await removeAct(database, first as Act, (first as Act).version)
  expect(await database.count('pictures')).toBe(0)
  expect((await listActs(database, owner)).map(({ version }) => version)).toEqual([3])
})

test('what is being sent cannot be undone, and what was undone is not sent', async () => {
  const database = await openDatabase()
  await addActs(database, owner, seen('a', 3), [proof('Mrs Hegde'), move('delivered')])
  const [first, second] = await listActs(database, owner)
  const both = [first, second] as Act[]
  const sent: (string | undefined)[] = []
  const heard: unknown[] = []
  const send: Send = async (act) => {
    sent.push(nameOf(act))
    // Both or none.
    expect(await undoActs(database, both)).toBe(false)
    return { kind: 'later' }
  }
  await sendActs(database, owner, send, (_, outcome) => heard.push(outcome?.kind))
  expect(heard).toEqual([undefined, 'later'])
  expect(await database.count('acts')).toBe(2)
  await addActs(database, owner, seen('b', 7), [proof('Mr Rao'), move('other')])
  expect(await undoActs(database, (await listActs(database, owner)).slice(2))).toBe(true)
  expect([await database.count('acts'), await database.count('pictures')]).toEqual([2, 1])
})

test('what is undone between its turn and its sending is not sent', async () => {
  const database = await openDatabase()
  await addActs(database, owner, seen('a', 3), [move('delivered')])
  const [only] = await listActs(database, owner)
  const openFirst = crypto.subtle.decrypt.bind(crypto.subtle)
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...input) => {
    expect(await undoActs(database, [only as Act])).toBe(true)
    return openFirst(...input)
  })
  onTestFinished(() => decrypt.mockRestore())
  expect(await sendActs(database, owner, () => Promise.reject(new Error('sent')))).toBe('sent')
})

test('without the key nothing can be read, and nobody sends what is not theirs', async () => {
  const database = await openDatabase()
  await addActs(database, owner, seen('a'), [proof('Mrs Hegde')])
  const stored = [...(await database.getAll('acts')), ...(await database.getAll('pictures'))]
  for (const { content } of stored) expect(Buffer.from(content.bytes).toString()).not.toMatch(/Hegde|photo/)
  const wrong = { ...owner, key: await keyOf(2) }
  expect(await readActs(database, wrong)).toEqual({ acts: [], isWhole: false })
  expect(await sendActs(database, wrong, () => Promise.reject(new Error('sent')))).toBe('sent')
  const other = { person: 'bela', key: await keyOf(2) }
  expect(await listActs(database, other)).toEqual([])
  expect(await sendActs(database, other, () => Promise.reject(new Error('sent')))).toBe('sent')
  expect(await listActs(database, owner)).toHaveLength(1)
})

test('a device of the first version is brought up to date, with what it keeps', async () => {
  const older = await openDB(databaseName, 1, {
    upgrade: (database) => void database.createObjectStore('answers', { keyPath: 'address' }),
  })
  const kept = { address: '/api/profile/', person: 'asha', at: 5, data: { full_name: 'Asha' } }
  await older.put('answers', kept)
  older.close()
  const database = await openDatabase()
  expect(await database.getAll('answers')).toEqual([kept])
  await addActs(database, owner, seen('a'), [proof('Mrs Hegde')])
  expect(await listActs(database, owner)).toHaveLength(1)
})

/** A shop that remembers what it did and, by its key, what it answered. */
function makeShop(orders: readonly string[]) {
  const versions = new Map(orders.map((order) => [order, 1]))
  const answers = new Map<string, Outcome>()
  const log: { order: string; name: string; photo: string | undefined }[] = []
  return {
    log,
    versionOf: (order: string) => versions.get(order) ?? 0,
    /** The office changes the order: what phones have seen of it is old. */
    change: (order: string) => void versions.set(order, (versions.get(order) ?? 0) + 1),
    async take(act: Act, photo: string | undefined): Promise<Outcome> {
      const known = answers.get(act.id)
      if (known) return known
      const { order, version, deed } = act
      const now = versions.get(order) ?? 0
      let outcome = refusedAt(now)
      if (version === now) {
        log.push({ order, name: nameOf(act) ?? '', photo })
        if (deed.kind === 'move') versions.set(order, now + 1)
        outcome = done(versions.get(order) ?? 0)
      }
      answers.set(act.id, outcome)
      return outcome
    },
  }
}

const orders = ['a', 'b', 'c', 'd']
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('act'), order: fc.constantFrom(...orders) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('proof'), order: fc.constantFrom(...orders) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('office'), order: fc.constantFrom(...orders) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send'),
      order: fc.constant(''),
      // How each request of this time ends.
      network: fc.array(fc.constantFrom('up', 'before', 'after', 'failed', 'killed before', 'killed after'), {
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('again', 'drop', 'restart'), order: fc.constant('') }),
  },
)

const histories = Number(process.env['HISTORIES'] ?? 60)

test(`${histories} histories: what was done on a phone is done once, in its sequence, or stands there as a task`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(0, 1, 2), step), { maxLength: 24 }), async (steps) => {
      const shop = makeShop(orders)
      const phones = [new IDBFactory(), new IDBFactory(), new IDBFactory()]
      const opened: (DeviceDatabase | undefined)[] = []
      const open = async (phone: number) => {
        globalThis.indexedDB = phones[phone] as IDBFactory
        opened[phone] ??= await openDatabase()
        return opened[phone]
      }
      const acted: string[][] = [[], [], []]
      const dropped = new Set<string>()
      const send = async (phone: number, network: string[]) => {
        const database = await open(phone)
        let request = 0
        // A second tab of the same phone would wait for the lock, so there is one at a time.
        await sendActs(database, owner, async (act, { photo }) => {
          const how = network[request++] ?? 'up'
          if (how === 'before') return { kind: 'later' }
          if (how === 'failed') return { kind: 'postponed' }
          if (how === 'killed before') throw new Error('killed')
          const outcome = await shop.take(act, await photo?.text())
          if (how === 'after') return { kind: 'later' }
          if (how === 'killed after') throw new Error('killed')
          return outcome
        }).catch(() => undefined)
      }
      for (const [phone, { kind, order, ...more }] of steps) {
        const database = await open(phone)
        const tasks = (await listActs(database, owner)).filter(({ state }) => state === 'refused')
        const name = `${phone} ${acted[phone]?.length}`
        if (kind === 'act' || kind === 'proof') {
          acted[phone]?.push(name)
          const one = kind === 'act' ? move(name) : proof(name)
          await addActs(database, owner, seen(order, shop.versionOf(order)), [one])
        }
        if (kind === 'office') shop.change(order)
        if (kind === 'send') await send(phone, (more as { network: string[] }).network)
        if (kind === 'again' && tasks[0]) await tryAgain(database, tasks[0], `again ${made++}`)
        if (kind === 'drop' && tasks[0]) {
          dropped.add(nameOf(tasks[0]) ?? '')
          await removeAct(database, tasks[0], tasks[0].version)
        }
        if (kind === 'restart') {
          database.close()
          opened[phone] = undefined
        }
      }
      for (const phone of [0, 1, 2]) {
        await send(phone, [])
        const database = await open(phone)
        const left = await listActs(database, owner)
        const isTask = ({ order, seq }: Act) =>
          left.some((one) => one.order === order && one.state === 'refused' && one.seq <= seq)
        expect(left.every(isTask)).toBe(true)
        const sent = shop.log.filter(({ name }) => name.startsWith(`${phone} `))
        const names = [...sent.map(({ name }) => name), ...left.map((one) => nameOf(one) ?? '')]
        const kept = (acted[phone] ?? []).filter((name) => !dropped.has(name))
        expect(names.toSorted()).toEqual(kept.toSorted())
        for (const order of orders) {
          const own = sent.filter((one) => one.order === order).map(({ name }) => Number(name.split(' ')[1]))
          expect(own).toEqual(own.toSorted((one, other) => one - other))
        }
        for (const { name, photo } of sent) expect([undefined, `photo ${name}`]).toContain(photo)
        const pictures = await database.getAll('pictures')
        expect(pictures.every(({ act }) => left.some(({ seq }) => seq === act))).toBe(true)
        database.close()
      }
    }),
    { numRuns: histories },
  )
})
