import { setImmediate as nextTurn } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { afterEach, describe, expect, test } from 'vitest'
import { Problem } from '../../base/http/problem.ts'
import { hashPassword, isOutdated, withHasher } from './password.ts'

const stranger = { id: '10.0.0.1', isKnown: false }
const verify = (password: string, hashed?: string) =>
  withHasher(stranger, (hasher) => hasher.verify(password, hashed))

describe('a hash', () => {
  test('contains its cost, so that older, cheaper ones stay valid and are detected as outdated', async () => {
    const current = await hashPassword('correct horse')
    expect(current).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const cheaper = await hash('correct horse', { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    for (const hashed of [current, cheaper]) {
      expect(await verify('correct horse', hashed)).toBe(true)
      expect(await verify('correct hors', hashed)).toBe(false)
    }
    expect([isOutdated(current), isOutdated(cheaper), isOutdated('none')]).toEqual([false, true, true])
  })

  test('of an older version, created by Node itself, stays valid', async () => {
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
  const held: (() => void)[] = []
  afterEach(() => {
    for (const release of held.splice(0)) release()
  })
  /** Takes a place until the test ends; returns the refusal, or undefined. */
  async function take(id: string, isKnown = false): Promise<Problem | undefined> {
    const place = withHasher({ id, isKnown }, () => new Promise<void>((resolve) => held.push(resolve)))
    const refusal = await Promise.race([place.catch((error: unknown) => error), nextTurn()])
    return refusal instanceof Problem ? refusal : undefined
  }
  const takeMany = (count: number, nameOf: (n: number) => string, isKnown = false) =>
    Promise.all(Array.from({ length: count }, (_, n) => take(nameOf(n), isKnown)))

  test('has twelve places for one client, and more for others', async () => {
    expect(await takeMany(12, () => 'one')).toEqual(Array(12).fill(undefined))
    expect(await take('one')).toMatchObject({ status: 429, retryAfter: 1 })
    expect(await take('other')).toBeUndefined()
  })

  test('keeps places for known clients when unknown ones fill it, and is full at 64', async () => {
    expect(await takeMany(48, (n) => `network ${n}`)).toEqual(Array(48).fill(undefined))
    expect(await take('another network')).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
    expect(await takeMany(16, (n) => `person ${n}`, true)).toEqual(Array(16).fill(undefined))
    expect(await take('another person', true)).toMatchObject({ status: 503 })
  })

  test('releases a place, also when its work fails', async () => {
    for (let time = 0; time < 100; time++) {
      await expect(withHasher(stranger, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    }
    expect(await take(stranger.id)).toBeUndefined()
  })
})
