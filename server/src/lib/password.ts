import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { overloaded } from './problem.ts'

const run = promisify(argon2)

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const hashLength = 32

// Hashing runs in Node's thread pool, which files share: two at a time, and a bounded queue behind them.
const queue = pLimit(2)
const longestQueue = 40

const derive = (password: string, nonce: Buffer): Promise<Buffer> => {
  if (queue.pendingCount >= longestQueue) throw overloaded()
  return queue(() =>
    run('argon2id', { message: Buffer.from(password), nonce, tagLength: hashLength, ...cost }),
  )
}

/** A PHC string of the password's argon2id hash. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

// Stands in for accounts that do not exist, so that both wrong answers take the same time.
const nobody = { nonce: Buffer.alloc(16, 1), tag: Buffer.alloc(hashLength, 1) }

/** Whether the password is the hashed one; without a hash it takes as long and says no. */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const [nonce, tag] =
    hashed
      ?.split('$')
      .slice(-2)
      .map((part) => Buffer.from(part, 'base64')) ?? []
  const expected = tag ?? nobody.tag
  const actual = await derive(password, nonce ?? nobody.nonce)
  return actual.length === expected.length && timingSafeEqual(actual, expected) && hashed !== undefined
}
