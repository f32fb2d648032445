import { hash, parseOptions, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { overloaded, tooMany } from '../http/problem.ts'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. Each hash carries the cost it was made
// with, so this can be raised: older hashes go on working and are made anew when their owner signs in.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Hashing runs in Node's thread pool, which files share: two at a time.
const queue = new PQueue({ concurrency: 2 })

// Whoever waits behind a full queue waits about half a second. Strangers leave room for those we know.
const mostClients = 64
const mostStrangers = 48
const mostOfOneClient = 12

/** For whom passwords are hashed: a person, a device or a network. Known ones go first. */
export type HashClient = { id: string; isKnown: boolean }

export type Hasher = {
  /** A PHC string of the password's argon2id hash. */
  hash(password: string): Promise<string>
  /** Whether the password is the hashed one; without a hash it takes as long and says no. */
  verify(password: string, hashed: string | undefined): Promise<boolean>
}

const inUse = new Map<string, number>()
const inUseBy = { known: 0, strangers: 0 }

/**
 * Runs work that hashes passwords, with a place in the queue that nobody can take from it. Refused at once where the
 * queue is full (503), or where this client has its share of it already (429).
 */
export async function withHasher<T>(client: HashClient, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  const { id, isKnown } = client
  const own = inUse.get(id) ?? 0
  if (own >= mostOfOneClient) throw tooMany('Too many attempts at once. Try again in a second.', 1)
  const group = isKnown ? 'known' : 'strangers'
  const isFull = inUseBy.known + inUseBy.strangers >= mostClients
  if (isFull || (!isKnown && inUseBy.strangers >= mostStrangers)) throw overloaded()
  inUse.set(id, own + 1)
  inUseBy[group]++
  try {
    return await work(createHasher(isKnown ? 1 : 0))
  } finally {
    inUseBy[group]--
    const left = (inUse.get(id) ?? 1) - 1
    if (left === 0) inUse.delete(id)
    else inUse.set(id, left)
  }
}

const createHasher = (priority: number): Hasher => ({
  hash: (password) => queue.add(() => hash(password, cost), { priority }),
  verify: (password, hashed) => queue.add(() => verifyInLikeTime(password, hashed), { priority }),
})

// Stands in for accounts that do not exist, so that both wrong answers take the same time.
const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$AQEBAQEBAQEBAQEBAQEBAQ$${'A'.repeat(43)}`

async function verifyInLikeTime(password: string, hashed: string | undefined): Promise<boolean> {
  const options = readOptions(hashed)
  const isRight = await verify(hashed !== undefined && options ? hashed : nobody, password)
  return isRight && options !== undefined
}

function readOptions(hashed: string | undefined): ReturnType<typeof parseOptions> | undefined {
  try {
    return hashed === undefined ? undefined : parseOptions(hashed)
  } catch {
    return undefined
  }
}

/** Whether a hash was made another way or at another cost than new ones are. */
export function isOutdated(hashed: string): boolean {
  const options = readOptions(hashed)
  return (
    !hashed.startsWith('$argon2id$v=19$') ||
    options?.memoryCost !== cost.memoryCost ||
    options.timeCost !== cost.timeCost ||
    options.parallelism !== cost.parallelism
  )
}

/** A hash that no request asks for: of the first admin, of the demo. */
export const hashPassword = (password: string): Promise<string> => createHasher(1).hash(password)
