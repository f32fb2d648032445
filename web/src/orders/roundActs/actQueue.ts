import type { Input } from '@our-print/contract/endpoint.ts'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { updateOrder } from '@our-print/contract/orders/orders.ts'
import type { IDBPTransaction } from 'idb'
import type { DeviceDatabase, DeviceSchema, StoredAct } from '../../base/device/database.ts'
import { openBytes, seal, sealBytes, unseal } from '../../base/device/sealing.ts'

// What a courier has done is written to the phone first, and sent from there: in sequence for each order, each with the key that
// it got at the tap. It leaves the phone only when the server has answered, or when the courier drops it.

type OrderChange = Input<typeof updateOrder>['body']

/** What was done with an order. */
export type Deed =
  | { kind: 'move'; change: OrderChange & { status: OrderStatus } }
  | { kind: 'proof'; received_by: string }
  | { kind: 'scan'; code: string; expected_order?: string }

export type Pictures = { [K in 'photo' | 'signature']?: File | undefined }

type Content = { deed: Deed; number: number; title: string; happened_at: string }

/** Why the server refused it, and what it says of the order now. */
export type Refusal = { message: string; now: { version: number; text: string } | null }

export type Act = Content &
  Pick<StoredAct, 'seq' | 'id' | 'order' | 'state' | 'version' | 'tried'> & { refusal: Refusal | null }

/** `tried`: it is being sent already, while it is written. */
export type NewAct = Content & { id: string; pictures?: Pictures; tried?: boolean }

/** `later`: there was no answer, so nobody knows; `postponed`: the server failed at this one. */
export type Outcome =
  | { kind: 'done'; version: number | null; answer: unknown }
  | { kind: 'refused'; refusal: Refusal; error: Error; answer?: unknown }
  | { kind: 'later' }
  | { kind: 'postponed' }

export type Send = (act: Act, pictures: Pictures) => Promise<Outcome>

/** Whose acts these are, and the key that opens them. */
export type Owner = { person: string; key: CryptoKey }

export const stores = ['acts', 'pictures'] as const
// Before the tap is answered it is on the disk: a battery may end at any moment.
export const safely = { durability: 'strict' } as const

/** Writes acts of one order with their pictures: all of them or none. `version` is the one of the order that was seen. */
export async function addActs(
  database: DeviceDatabase,
  { person, key }: Owner,
  { order, version }: { order: string; version: number | null },
  acts: readonly NewAct[],
): Promise<void> {
  const sealed = await Promise.all(
    acts.map(async ({ id, pictures = {}, tried = false, ...content }) => ({
      id,
      tried,
      content: await seal(key, content),
      pictures: await Promise.all(
        Object.entries(pictures).flatMap(([kind, file]) => (file ? [sealPicture(key, kind, file)] : [])),
      ),
    })),
  )
  const work = database.transaction(stores, 'readwrite', safely)
  const [kept, pictures] = [work.objectStore('acts'), work.objectStore('pictures')]
  const known = await kept.getAll()
  let seq = known.at(-1)?.seq ?? 0
  let follows = known.some((one) => one.person === person && one.order === order)
  const writes: Promise<unknown>[] = []
  for (const act of sealed) {
    seq += 1
    writes.push(
      kept.put({
        seq,
        id: act.id,
        person,
        order,
        state: 'waiting',
        version: follows ? null : version,
        tried: act.tried,
        content: act.content,
        refusal: null,
      }),
      ...act.pictures.map((picture) => pictures.put({ act: seq, ...picture })),
    )
    follows = true
  }
  await Promise.all([...writes, work.done])
}

const sealPicture = async (key: CryptoKey, kind: string, file: File) => ({
  kind,
  type: file.type,
  content: await sealBytes(key, await file.arrayBuffer()),
})

/**
 * All acts of a person, in their sequence. Those that this key does not open stay where they are: they were sealed before the shop
 * was restored without its keys.
 */
export async function readActs(
  database: DeviceDatabase,
  { person, key }: Owner,
): Promise<{ acts: Act[]; isWhole: boolean }> {
  const all = (await database.getAll('acts')).filter((one) => one.person === person)
  const opened = await Promise.all(all.map((one) => openAct(key, one)))
  const acts = opened.filter((one) => one !== undefined)
  return { acts, isWhole: acts.length === all.length }
}

async function openAct(key: CryptoKey, stored: StoredAct): Promise<Act | undefined> {
  try {
    const content = (await unseal(key, stored.content)) as Content
    const refusal = stored.refusal && ((await unseal(key, stored.refusal)) as Refusal)
    const { seq, id, order, state, version, tried } = stored
    return { ...content, seq, id, order, state, version, tried, refusal }
  } catch {
    return undefined
  }
}

/** What was taken and drawn for the act at a place of the sequence. */
export async function picturesOf(database: DeviceDatabase, key: CryptoKey, seq: number): Promise<Pictures> {
  const kept = await database.getAllFromIndex('pictures', 'act', seq)
  return Object.fromEntries(
    await Promise.all(
      kept.map(async ({ kind, type, content }) => {
        const name = `${kind}.${type.replace('image/', '')}`
        return [kind, new File([await openBytes(key, content)], name, { type })] as const
      }),
    ),
  ) as Pictures
}

/** The channel and the lock by which tabs and the service worker know of each other. */
export const queueName = (person: string) => `our-print-acts:${person}`

/** By it the browser names the queue to the service worker. */
export const syncTag = 'acts'

/** Without an outcome: it is sent now, for the first time. */
type OnOutcome = (act: Act, outcome?: Outcome) => void

/** Sends what waits: one tab, or the service worker, at a time. */
export const sendAlone = (database: DeviceDatabase, owner: Owner, send: Send, onOutcome: OnOutcome) =>
  navigator.locks.request(queueName(owner.person), () => sendActs(database, owner, send, onOutcome))

/**
 * Sends what waits, until there is no more or no answer. A refused act holds back the later ones of its order, which were done
 * because of it, and so does one that cannot be read. Called under the lock of the person: two tabs never send the same.
 */
export async function sendActs(
  database: DeviceDatabase,
  owner: Owner,
  send: Send,
  onOutcome: OnOutcome = () => {},
): Promise<'sent' | 'later'> {
  const postponed = new Set<string>()
  const unread = new Set<string>()
  for (;;) {
    const stored = (await database.getAll('acts')).filter(({ person }) => person === owner.person)
    const held = new Set([...postponed, ...unread])
    const next = stored.find(({ order, state }) => {
      if (state === 'refused') held.add(order)
      return !held.has(order)
    })
    if (!next) return postponed.size > 0 ? 'later' : 'sent'
    const act = await openAct(owner.key, next)
    if (!act) {
      unread.add(next.order)
      continue
    }
    // Taken back meanwhile: it is not sent.
    if (!(await changeAct(database, act, (one) => ({ ...one, tried: true })))) continue
    if (!act.tried) onOutcome(act)
    const outcome = await send(act, await picturesOf(database, owner.key, act.seq))
    if (outcome.kind === 'done') await removeAct(database, act, outcome.version)
    if (outcome.kind === 'refused') await refuseAct(database, owner, act, outcome.refusal)
    if (outcome.kind === 'postponed') postponed.add(act.order)
    onOutcome(act, outcome)
    if (outcome.kind === 'later') return 'later'
  }
}

export type Kept = Pick<Act, 'seq' | 'id' | 'order'>

/** Takes an act from the phone; the next one of its order is made upon `version`. */
export async function removeAct(database: DeviceDatabase, act: Kept, version: number | null): Promise<void> {
  const work = database.transaction(stores, 'readwrite', safely)
  await removeIn(work, act, version)
  await work.done
}

type Work = IDBPTransaction<DeviceSchema, typeof stores, 'readwrite'>

/** The same within a transaction. */
export async function removeIn(work: Work, { seq, id, order }: Kept, version: number | null): Promise<void> {
  const [acts, pictures] = [work.objectStore('acts'), work.objectStore('pictures')]
  const own = await acts.get(seq)
  if (own?.id !== id) return
  void acts.delete(seq)
  for (const key of await pictures.index('act').getAllKeys(seq)) void pictures.delete(key)
  const next = (await acts.getAll()).find(
    (one) => one.seq > seq && one.person === own.person && one.order === order,
  )
  if (next && next.version === null) void acts.put({ ...next, version })
}

async function refuseAct(
  database: DeviceDatabase,
  { key }: Owner,
  act: Act,
  refusal: Refusal,
): Promise<void> {
  const sealed = await seal(key, refusal)
  await changeAct(database, act, (one) => ({ ...one, state: 'refused', refusal: sealed }))
}

/** Changes an act where it is kept; answers whether it is still there. */
export async function changeAct(
  database: DeviceDatabase,
  { seq, id }: Pick<Act, 'seq' | 'id'>,
  change: (stored: StoredAct) => StoredAct,
): Promise<boolean> {
  const work = database.transaction('acts', 'readwrite', safely)
  const own = await work.store.get(seq)
  const isThere = own?.id === id
  if (isThere) void work.store.put(change(own))
  await work.done
  return isThere
}
