import { setImmediate as aTurn } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { afterEach, describe, expect, test } from 'vitest'
import { Problem } from '../http/problem.ts'
import { hashPassword, isOutdated, withHasher } from './password.ts'

const unknownClient = { id: '10.0.0.1', isKnown: false }
const verify = (password: string, hashed?: string) =>
  withHasher(unknownClient, (hasher) => hasher.verify(password, hashed))

describe('a hash', () => {
  test('contains its cost, so that cheaper ones still work and are known as outdated', async () => {
    const current = await hashPassword('correct horse')
    expect(current).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const cheaper = await hash('correct horse', { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    for (const hashed of [current, cheaper]) {
      expect(await verify('correct horse', hashed)).toBe(true)
      expect(await verify('correct hors', hashed)).toBe(false)
    }
    expect([isOutdated(current), isOutdated(cheaper), isOutdated('none')]).toEqual([false, true, true])
  })

  test('that Node made in an older version still works', async () => {
    const ofNode =
      '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$WLRGUa13/B3MXznFse33FId4O++DaYL6ulYUMEhpRqE'
    expect(await verify('correct horse battery', ofNode)).toBe(true)
    expect(isOutdated(ofNode)).toBe(false)
  })

  test.each([undefined, '', 'none', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
    '%j opens nothing',
    async (hashed) => expect(await verify('', hashed)).toBe(false),
  )
})

describe('the queue', () => {
  const releases: (() => void)[] = []
  afterEach(() => {
    for (const release of releases.splice(0)) release()
  })
  /** Enters the queue until the test ends; returns the refusal, if there is one. */
  async function enter(id: string, isKnown = false): Promise<Problem | undefined> {
    const hashing = withHasher({ id, isKnown }, () => new Promise<void>((resolve) => releases.push(resolve)))
    const refusal = await Promise.race([hashing.catch((error: unknown) => error), aTurn()])
    return refusal instanceof Problem ? refusal : undefined
  }
  const enterMany = (count: number, nameOf: (n: number) => string, isKnown = false) =>
    Promise.all(Array.from({ length: count }, (_, n) => enter(nameOf(n), isKnown)))

  test('accepts twelve requests of one client, and others beside them', async () => {
    expect(await enterMany(12, () => 'one')).toEqual(Array(12).fill(undefined))
    expect(await enter('one')).toMatchObject({ status: 429, retryAfter: 1 })
    expect(await enter('other')).toBeUndefined()
  })

  test('cannot be filled by unknown clients, and is full at 64', async () => {
    expect(await enterMany(48, (n) => `network ${n}`)).toEqual(Array(48).fill(undefined))
    expect(await enter('another network')).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
    expect(await enterMany(16, (n) => `person ${n}`, true)).toEqual(Array(16).fill(undefined))
    expect(await enter('another person', true)).toMatchObject({ status: 503 })
  })

  test('is left also when the work fails', async () => {
    for (let time = 0; time < 100; time++) {
      await expect(withHasher(unknownClient, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    }
    expect(await enter(unknownClient.id)).toBeUndefined()
  })
})
