import { type KeptAnswer, openDevice } from './database.ts'

// What this person last saw, so that a screen shows before the server answers. It is shown with its age, and nothing is ever
// written from it. Where the browser keeps nothing (a private window, a full disk), screens wait for the server as before.

/** Older than a day it says nothing any more. */
const longestMs = 24 * 60 * 60_000
const most = 120
/** Answers come several at once, and nobody waits until they are kept. */
const writeAfterMs = 1_000

let known: ReadonlyMap<string, KeptAnswer> = new Map<string, KeptAnswer>()
let waiting = new Map<string, KeptAnswer>()
let timer: ReturnType<typeof setTimeout> | undefined

const personNow = () => localStorage.getItem('id') ?? ''

/** Reads what is kept for the signed-in person; what is kept of others, or too old, is deleted. */
export async function loadKept(): Promise<void> {
  const person = personNow()
  const now = Date.now()
  try {
    const database = await openDevice()
    const all = await database.getAll('answers')
    const isOwn = (one: KeptAnswer) => one.person === person && now - one.at < longestMs
    const own = person ? all.filter(isOwn).toSorted((one, other) => other.at - one.at) : []
    known = new Map(own.slice(0, most).map((one) => [one.address, one]))
    const over = all.filter(({ address }) => !known.has(address))
    await Promise.all(over.map(({ address }) => database.delete('answers', address)))
  } catch {
    known = new Map()
  }
}

/** The answer of an address as it was last seen by this person. */
export function keptAnswer(address: string): KeptAnswer | undefined {
  const kept = known.get(address)
  return kept?.person === personNow() ? kept : undefined
}

/** Keeps an answer for the next time. */
export function keepAnswer(address: string, data: unknown, at: number): void {
  const person = personNow()
  if (!person) return
  waiting.set(address, { address, person, at, data })
  timer ??= setTimeout(() => void write().catch(() => undefined), writeAfterMs)
}

async function write(): Promise<void> {
  timer = undefined
  const answers = waiting
  waiting = new Map()
  const database = await openDevice()
  const { store, done } = database.transaction('answers', 'readwrite')
  // Somebody else may have signed in meanwhile.
  for (const answer of answers.values())
    if (answer.person === personNow()) void store.put(answer).catch(() => undefined)
  await done
}

/** Forgets all answers: a session has ended. */
export async function forgetKept(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  waiting = new Map()
  known = new Map()
  try {
    await (await openDevice()).clear('answers')
  } catch {
    // This browser keeps nothing.
  }
}
