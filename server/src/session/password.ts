import { hash, parseOptions, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { overloaded, tooMany } from '../http/problem.ts'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. A hash contains its cost, so this can be
// raised: older hashes still work and are renewed at the next sign-in.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Two at a time, because hashing shares Node's thread pool with file access.
const queue = new PQueue({ concurrency: 2 })

// A full queue takes about half a second. Unknown clients cannot fill it, so that known ones can always sign in.
const maxClients = 64
const maxUnknown = 48
const maxPerClient = 12

/** The client that a hash is for: an account, a device or a network. Known clients go first. */
export type HashClient = { id: string; isKnown: boolean }

export type Hasher = {
  /** A PHC string of the password's argon2id hash. */
  hash(password: string): Promise<string>
  /** Whether the password is the hashed one; without a hash, false after the same time. */
  verify(password: string, hashed: string | undefined): Promise<boolean>
}

const inUse = new Map<string, number>()
const inUseBy = { known: 0, unknown: 0 }

/**
 * Runs work that hashes passwords, with capacity of the queue reserved for it. Refuses at once if the queue is full
 * (503), or if this client already uses its share (429).
 */
export async function withHasher<T>(client: HashClient, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  const { id, isKnown } = client
  const own = inUse.get(id) ?? 0
  if (own >= maxPerClient) throw tooMany('Too many attempts at once. Try again in a second.', 1)
  const group = isKnown ? 'known' : 'unknown'
  const isFull = inUseBy.known + inUseBy.unknown >= maxClients
  if (isFull || (!isKnown && inUseBy.unknown >= maxUnknown)) throw overloaded()
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
  verify: (password, hashed) => queue.add(() => verifyInEqualTime(password, hashed), { priority }),
})

// Used for accounts that do not exist, so that both failures take the same time.
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$AQEBAQEBAQEBAQEBAQEBAQ$${'A'.repeat(43)}`

async function verifyInEqualTime(password: string, hashed: string | undefined): Promise<boolean> {
  const options = readOptions(hashed)
  const isRight = await verify(hashed !== undefined && options ? hashed : dummyHash, password)
  return isRight && options !== undefined
}

function readOptions(hashed: string | undefined): ReturnType<typeof parseOptions> | undefined {
  try {
    return hashed === undefined ? undefined : parseOptions(hashed)
  } catch {
    return undefined
  }
}

/** Whether a hash has another algorithm or cost than new ones. */
export function isOutdated(hashed: string): boolean {
  const options = readOptions(hashed)
  return (
    !hashed.startsWith('$argon2id$v=19$') ||
    options?.memoryCost !== cost.memoryCost ||
    options.timeCost !== cost.timeCost ||
    options.parallelism !== cost.parallelism
  )
}

/** A hash outside of requests: for the first admin, or the demo. */
export const hashPassword = (password: string): Promise<string> => createHasher(1).hash(password)
