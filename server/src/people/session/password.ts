import { hash, parseOptions, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { overloaded, tooManyRequests } from '../../base/http/problem.ts'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. Each hash contains its own cost, so this can
// be raised: older hashes stay valid and are replaced when their owner signs in.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Hashing runs in Node's thread pool, which file access shares, so only two run at a time.
const queue = new PQueue({ concurrency: 2 })

// With a full queue the last one waits about half a second. Unknown clients cannot fill the places of known ones.
const maxClients = 64
const maxUnknownClients = 48
const maxPerClient = 12

/** The origin of a request that hashes passwords: a person, a device or a network. Known ones have priority. */
export type HashClient = { id: string; isKnown: boolean }

export type Hasher = {
  /** The password's argon2id hash as a PHC string. */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Without a hash: false, after the same time. */
  verify(password: string, hashed: string | undefined): Promise<boolean>
}

const placesByClient = new Map<string, number>()
const places = { known: 0, unknown: 0 }

/**
 * Runs work that hashes passwords, with a reserved place in the queue. Refused immediately if the queue is full (503) or
 * this client has too many places already (429).
 */
export async function withHasher<T>(client: HashClient, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  const { id, isKnown } = client
  const own = placesByClient.get(id) ?? 0
  if (own >= maxPerClient) throw tooManyRequests('Too many attempts at once. Try again in a second.', 1)
  const group = isKnown ? 'known' : 'unknown'
  const isFull = places.known + places.unknown >= maxClients
  if (isFull || (!isKnown && places.unknown >= maxUnknownClients)) throw overloaded()
  placesByClient.set(id, own + 1)
  places[group]++
  try {
    return await work(createHasher(isKnown ? 1 : 0))
  } finally {
    places[group]--
    const left = (placesByClient.get(id) ?? 1) - 1
    if (left === 0) placesByClient.delete(id)
    else placesByClient.set(id, left)
  }
}

const createHasher = (priority: number): Hasher => ({
  hash: (password) => queue.add(() => hash(password, cost), { priority }),
  verify: (password, hashed) => queue.add(() => verifyInConstantTime(password, hashed), { priority }),
})

const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

// Verified in place of a missing hash, so that an unknown account takes the same time as a wrong password.
const placeholderHash = `${currentPrefix}AQEBAQEBAQEBAQEBAQEBAQ$${'A'.repeat(43)}`

async function verifyInConstantTime(password: string, hashed: string | undefined): Promise<boolean> {
  const isHash = hashed !== undefined && isPhcString(hashed)
  const isRight = await verify(isHash ? hashed : placeholderHash, password)
  return isRight && isHash
}

function isPhcString(text: string): boolean {
  try {
    parseOptions(text)
    return true
  } catch {
    return false
  }
}

/** Whether a hash has another algorithm or cost than new ones have. */
export const isOutdated = (hashed: string): boolean => !hashed.startsWith(currentPrefix)

/** Hashes a password outside a request: of the first admin, or of the demo shop. */
export const hashPassword = (password: string): Promise<string> => createHasher(1).hash(password)
