import { hash } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildStaff } from '../../../test/build.ts'
import type { Transaction } from '../../base/database/db.ts'
import { hashPassword } from './password.ts'
import * as sessions from './session.queries.ts'

const api = useApi()
const password = 'correct horse battery'
let passwordHash: string
let newHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(password)
  newHash = await hashPassword('a better password')
})

const account = (fields = {}) => buildStaff(api.db, { password_hash: passwordHash, ...fields })
const signIn = (email: string, word: string, remoteAddress = '10.0.0.1') =>
  api.app.inject({
    method: 'POST',
    url: '/api/admin-login',
    payload: { email, password: word },
    remoteAddress,
  })
const change = (token: string, current_password: string, new_password: string) =>
  api.withToken(token).post('/api/update_password', { current_password, new_password })
const liveSessions = (id: string) => api.db`select 1 from sessions where staff_user = ${id}`

/**
 * Starts `request` before `write` is committed, and commits when the request waits for it. The request has then checked
 * the old password.
 */
async function whileUncommitted<T>(write: (tx: Transaction) => Promise<unknown>, request: () => Promise<T>) {
  const { promise: hold, resolve: commit } = Promise.withResolvers<void>()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const writing = api.db.begin(async (tx) => {
    await write(tx)
    isWritten()
    await hold
  })
  await written
  const answer = request()
  await expect
    .poll(
      () =>
        api.db`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    .toHaveLength(1)
  commit()
  await writing
  return answer
}

describe('a sign-in with the checked old password creates no session if meanwhile', () => {
  const setPassword = async (tx: Transaction, id: string) => {
    await sessions.setPassword(tx, id, newHash, api.people.admin.id)
    await sessions.removeAll(tx, id)
  }
  const deactivate = async (tx: Transaction, id: string) => {
    await tx`update staff_users set version = version + 1, is_active = false where id = ${id}`
    await sessions.removeAll(tx, id)
  }

  test.each([
    ['the password is changed or reset', setPassword],
    ['the account is deactivated', deactivate],
  ])('%s', async (_name, write) => {
    const { id, email } = await account()
    const reply = await whileUncommitted(
      (tx) => write(tx, id),
      () => signIn(email, password),
    )
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toEqual({ code: 'wrong_credentials', message: 'Email or password is wrong' })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await liveSessions(id)).toHaveLength(0)
  })

  test('the hash is renewed at the new cost', async () => {
    const cheap = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
    const { id, email } = await account({ password_hash: cheap })
    const reply = await whileUncommitted(
      (tx) => setPassword(tx, id),
      () => signIn(email, password),
    )
    expect(reply.statusCode).toBe(422)
    expect(
      await api.db`select 1 from staff_users where id = ${id} and password_hash = ${newHash}`,
    ).toHaveLength(1)
  })

  test('many requests run concurrently, with any timing', async () => {
    const { id, email } = await account()
    const token = await openSession(api.db, id)
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => signIn(email, password)),
      change(token, password, 'a better password'),
      ...Array.from({ length: 4 }, () => signIn(email, password)),
    ])
    expect(replies[6]?.statusCode).toBe(204)
    expect(await liveSessions(id)).toHaveLength(1)
    expect((await api.withToken(token).get('/api/profile/')).statusCode).toBe(200)
  })
})

describe('a change with the checked old password sets no password if meanwhile', () => {
  test.each([
    [
      'it is reset',
      (tx: Transaction, id: string) => sessions.setPassword(tx, id, newHash, api.people.admin.id),
      () => newHash,
    ],
    [
      'the account is deactivated',
      (tx: Transaction, id: string) =>
        tx`update staff_users set version = version + 1, is_active = false where id = ${id}`,
      () => passwordHash,
    ],
  ])('%s', async (_name, write, expected) => {
    const { id } = await account()
    const token = await openSession(api.db, id)
    const reply = await whileUncommitted(
      (tx) => write(tx, id),
      () => change(token, password, 'what the thief wants'),
    )
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([422, 'current_password'])
    const [row] = await api.db`select password_hash from staff_users where id = ${id}`
    expect(row?.['password_hash']).toBe(expected())
  })
})

describe('the cost of hashes', () => {
  test('when raised, renews a hash at the next sign-in of its owner', async () => {
    const cheap = await hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    const { id, email } = await account({ password_hash: cheap })
    const stored = async () => {
      const [row] = await api.db<
        [{ password_hash: string }]
      >`select password_hash from staff_users where id = ${id}`
      return row.password_hash
    }
    const admin = api.people.admin.id
    await api.db`update staff_users set version = version + 1, password_set_by = ${admin} where id = ${id}`
    expect((await signIn(email, 'wrong')).statusCode).toBe(422)
    expect(await stored()).toBe(cheap)
    const { token } = (await signIn(email, password)).json()
    expect((await api.withToken(token).get('/api/profile/')).statusCode).toBe(200)
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email, password)).statusCode).toBe(200)
    expect(await stored()).toBe(renewed)
    // It is still the one that another has chosen.
    expect(await api.db`select password_set_by from staff_users where id = ${id}`).toEqual([
      { password_set_by: admin },
    ])
  })

  test('does not show by the response time which emails have an account', async () => {
    const here = { network: '10.0.0.1', device: undefined }
    const { id, email } = await account()
    expect(await sessions.findAccount(api.db, email, here)).toMatchObject({ id, is_theirs: true })
    const [one, again] = [
      await sessions.findAccount(api.db, 'nobody@print.test', here),
      await sessions.findAccount(api.db, 'nobody@print.test', here),
    ]
    expect(one).toMatchObject({ is_theirs: false, knows_network: false, knows_device: false })
    expect(again).toEqual(one)
    // The password of the placeholder hash is not accepted.
    const word = 'the one of the stand-in'
    await api.db`update staff_users set version = version + 1, password_hash = ${await hash(word, {
      memoryCost: 64,
      timeCost: 1,
      parallelism: 1,
    })}`
    expect((await signIn('nobody@print.test', word)).statusCode).toBe(422)
    await api.db`update staff_users set version = version + 1, password_hash = 'none'`
  })
})

describe('the queue of hashes', () => {
  test('cannot be filled by one client: others can still sign in', async () => {
    const [flooder, other] = [await account(), await account()]
    const token = await openSession(api.db, flooder.id)
    await signIn(other.email, password, '10.0.0.9')
    // Known at the address that sends the flood: a known client has a limit, too.
    await signIn(flooder.email, password, '127.0.0.1')
    const flood = Array.from({ length: 150 }, () => change(token, 'wrong', 'a better password'))
    const guesses = Array.from({ length: 60 }, () => signIn(flooder.email, 'wrong', '10.0.0.7'))
    const calm = await Promise.all(
      ['10.0.0.9', '10.0.0.10', '10.0.0.11'].map((address) => signIn(other.email, password, address)),
    )
    expect(calm.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const replies = await Promise.all([...flood, ...guesses])
    for (const { statusCode, headers } of replies) {
      expect([422, 429, 503]).toContain(statusCode)
      if (statusCode !== 422) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(replies.filter(({ statusCode }) => statusCode === 422).length).toBeLessThanOrEqual(20)
  })
})
