import { getDeviceKey } from '@our-print/contract/people/deviceKey.ts'
import { randomKey } from '../../base/api/api.ts'
import { ApiError, call } from '../../base/api/call.ts'
import { createStore } from '../../base/createStore.ts'
import { type DeviceDatabase, onDevice, openDevice } from '../../base/device/database.ts'
import { keepKey, keyOf } from '../../base/device/sealing.ts'
import {
  type Act,
  addActs,
  type NewAct,
  type Outcome,
  type Owner,
  type Pictures,
  queueName,
  readActs,
  removeAct,
  sendAlone,
} from './actQueue.ts'
import { askForSync } from './askForSync.ts'
import { patienceMs } from './patience.ts'
import { sendAct } from './sendAct.ts'

// The queue of the signed-in courier in this tab. Tabs tell each other what changed, and one of them sends at a time.

export type Queue = { owner: Owner; database: DeviceDatabase }

let queue: Queue | undefined
let acts: readonly Act[] = []
/** Without those whose answer a person still awaits at their button. */
let shown: readonly Act[] = []
let channel: BroadcastChannel | undefined
let tellTabs: ((message: string) => void) | undefined
const store = createStore()
/** The answers to acts that were sent as they were written. */
const ahead = new Map<string, Promise<Outcome>>()
/** Who waits for the answer to an act of this tab. */
const watchers = new Map<string, (outcome: Outcome | undefined) => void>()
/** Those of them that are on the device. */
const written = new Set<string>()
/** The acts that the server has done: a reading of the device that began before may still hold them. */
const ended = new Set<string>()

const firstPauseMs = 2_000
const longestPauseMs = 60_000
let pauseMs = firstPauseMs
let timer: ReturnType<typeof setTimeout> | undefined

/** The acts that wait or were refused, in their sequence. */
export const useActs = (): readonly Act[] => store.use(() => shown)

/** The queue that is open; undefined where this device keeps none. */
export const openedQueue = (): Queue | undefined => queue

/** Whose queue is to be open. */
let wanted: string | undefined
let isUnread = false

/** Whether what waits here could not be read, so that nobody knows what it is. */
export const useIsUnread = (): boolean => store.use(() => isUnread)

/** Whether acts can be written to this device: its browser keeps things, and the key of the person is here. */
export const hasQueue = (): boolean => queue !== undefined

let opening: Promise<void> | undefined

/**
 * Opens the queue of a person. The key comes from the server once in a session; without it acts are sent as before. What fails is
 * tried again whenever there may be a network.
 */
export function openQueue(person: string): Promise<void> {
  wanted = person
  opening ??= open(person).catch(() => {
    opening = undefined
    isUnread = wanted === person
    store.notify()
  })
  return opening
}

async function open(person: string): Promise<void> {
  if (!('indexedDB' in globalThis) || !globalThis.isSecureContext) return
  const database = await openDevice()
  if (!(await keyOf(person))) await keepKey(person, (await call(getDeviceKey, {})).key)
  const key = await keyOf(person)
  if (!key || wanted !== person) return
  queue = { database, owner: { person, key } }
  channel = new BroadcastChannel(queueName(person))
  tellTabs = channel.postMessage.bind(channel)
  channel.addEventListener('message', () => void readAgain())
  await readAgain()
  wake()
  if (acts.length > 0) askForSync(person)
}

/** The session has ended, or another page takes over. What waits stays on the device. */
export function closeQueue(): void {
  clearTimeout(timer)
  channel?.close()
  queue = channel = tellTabs = opening = wanted = undefined
  isUnread = false
  acts = []
  show()
}

function show(): void {
  shown = acts.filter(({ id }) => !watchers.has(id) && !ended.has(id))
  store.notify()
}

let reading = Promise.resolve()

/** Reads the device once more, after the readings that have begun: an older one must not be the last word. */
function readAgain(): Promise<void> {
  reading = reading.then(read, read)
  return reading
}

async function read(): Promise<void> {
  const mine = queue
  if (!mine) return
  const found = await onDevice(mine, (database) => readActs(database, mine.owner))
  // They are those of whoever was signed in before.
  if (queue !== mine) return
  acts = found.acts
  isUnread = !found.isWhole
  const ids = new Set(acts.map(({ id }) => id))
  // Another tab has sent it: what became of it the server knows.
  for (const [id, watch] of watchers) if (written.has(id) && !ids.has(id)) watch(undefined)
  show()
}

/** Tells all tabs that acts on this device were changed. */
export async function changed(): Promise<void> {
  tellTabs?.('changed')
  await readAgain()
}

/** `waits`: it is on the phone and goes out later. `gone`: another tab sent it. `isKept`: it stays there, refused. */
export type Fate =
  | { kind: 'answered'; answer: unknown }
  | { kind: 'refused'; error: Error; answer: unknown; isKept?: boolean }
  | { kind: 'waits' }
  | { kind: 'gone' }

/** Writes acts of an order to the phone, sends them if there is network, and says what became of the last one. */
export async function act(
  { id: order, version }: { id: string; version: number | null },
  done: readonly Omit<NewAct, 'id'>[],
): Promise<Fate> {
  const mine = queue
  if (!mine) throw new Error('There is no queue')
  const { owner } = mine
  const keyed: NewAct[] = done.map((one) => ({ ...one, id: randomKey() }))
  const ids = keyed.map(({ id }) => id)
  const isAhead = acts.some((one) => one.order === order)
  const [only] = keyed
  // Sent in the same moment as it is written: a page that is left right after the tap has at least sent it. The queue then
  // awaits this answer; where both were sent, they have one key.
  if (only && keyed.length === 1 && !isAhead && navigator.onLine && only.deed.kind === 'move') {
    ahead.set(only.id, sendAct({ ...only, order, version }, {}))
    only.tried = true
  }
  const outcomes = ids.map((id) => new Promise<Outcome | undefined>((resolve) => watchers.set(id, resolve)))
  const patience = new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), patienceMs))
  try {
    const add = (database: DeviceDatabase) => addActs(database, owner, { order, version }, keyed)
    const failure = await onDevice(mine, add).then(
      () => undefined,
      (error: Error) => error,
    )
    if (failure) return unsaved(failure, only && (await ahead.get(only.id)))
    for (const id of ids) written.add(id)
    await changed()
    wake()
    askForSync(owner.person)
    for (const [at, outcome] of outcomes.entries()) {
      const known = await Promise.race([outcome, patience])
      if (known === 'waits' || known?.kind === 'later' || known?.kind === 'postponed')
        return { kind: 'waits' }
      if (known?.kind === 'refused') {
        // What was waiting before it stays a task; this one the person sees refused, and decides at once.
        if (isAhead) return { kind: 'waits' }
        const { error, answer } = known
        const isKept = keyed.slice(at).some(isWorthKeeping) && !isMendedInForm(error)
        await (isKept ? readAgain() : drop(ids))
        return { kind: 'refused', error, answer, isKept }
      }
      if (at === outcomes.length - 1)
        return known?.kind === 'done' ? { kind: 'answered', answer: known.answer } : { kind: 'gone' }
    }
    return { kind: 'gone' }
  } finally {
    for (const id of ids) {
      watchers.delete(id)
      written.delete(id)
      ahead.delete(id)
    }
    show()
  }
}

/** Nobody can make it again: the goods are handed over, and the money is taken. */
const isWorthKeeping = ({ deed }: NewAct) =>
  deed.kind === 'proof' || (deed.kind === 'move' && deed.change.payment !== undefined)

/** Whether it is about what was typed: the form is still open, holds all of it, and sends it once more. */
const isMendedInForm = (error: Error) =>
  error instanceof ApiError &&
  (['same_reference', 'proof_required'].includes(error.code) || Object.keys(error.fields).length > 0)

/** What could not be saved was done all the same, if it was sent in that moment. */
function unsaved({ message }: Error, sent: Outcome | undefined): Fate {
  if (sent?.kind === 'done') return { kind: 'answered', answer: sent.answer }
  if (sent?.kind === 'refused') return { kind: 'refused', error: sent.error, answer: sent.answer }
  const what = sent ? 'and the server did not answer: look whether it was done' : 'so it was not done'
  throw new Error(`This phone could not save it, ${what}: ${message}`)
}

/** Takes acts of an order back that the server has not done. */
export async function drop(ids: readonly string[]): Promise<void> {
  if (!queue) return
  // Of several the later ones were to be made upon what the first one leaves.
  let left: number | null = null
  for (const one of acts.filter(({ id }) => ids.includes(id))) {
    left = one.refusal?.now?.version ?? one.version ?? left
    await removeAct(queue.database, one, left)
  }
  await changed()
  wake()
}

/** Called after the server has answered an act, whoever waits for it. */
let onSent = () => {}
export function setSentHandler(handler: () => void): void {
  onSent = handler
}

/** Sends what waits now. */
export function wake(): void {
  clearTimeout(timer)
  timer = undefined
  if (!queue && wanted) void openQueue(wanted)
  void send()
}

async function send(): Promise<void> {
  const mine = queue
  if (!mine || acts.length === 0) return
  // Nothing is tried without a network: what was never sent can be taken back.
  if (!navigator.onLine) return waitForNetwork()
  const sendAll = (database: DeviceDatabase) =>
    sendAlone(database, mine.owner, sendOnce, (one, outcome) => {
      if (outcome?.kind === 'done') ended.add(one.id)
      if (outcome) watchers.get(one.id)?.(outcome)
      if (outcome?.kind === 'done' || outcome?.kind === 'refused') onSent()
      void changed()
    })
  const result = await onDevice(mine, sendAll).catch(() => 'later' as const)
  if (queue !== mine) return
  if (result === 'sent') {
    pauseMs = firstPauseMs
    return
  }
  waitForNetwork()
  pauseMs = Math.min(2 * pauseMs, longestPauseMs)
}

/** An act that was sent as it was written is not sent again until that has failed. */
function sendOnce(one: Act, pictures: Pictures): Promise<Outcome> {
  const sent = ahead.get(one.id)
  ahead.delete(one.id)
  return sent ?? sendAct(one, pictures)
}

/** Nobody waits for an answer any longer; the next try comes by itself. */
function waitForNetwork(): void {
  for (const watch of watchers.values()) watch({ kind: 'later' })
  timer ??= setTimeout(wake, pauseMs)
}
