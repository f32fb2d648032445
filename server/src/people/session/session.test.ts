import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildOrder, buildStaff } from '../../../test/build.ts'
import { hashPassword } from './password.ts'
import { hashToken, sweep, touch } from './session.queries.ts'

// Password hashes are slow by design, and other tests may use the machine.
vi.setConfig({ testTimeout: 20_000 })

const api = useApi()
const stranger = api.as(undefined)
const password = 'correct horse battery'
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})
beforeEach(() => api.db`truncate sign_in_failures, sign_in_pressure, sign_in_origins`)

const account = (fields = {}) => buildStaff(api.db, { password_hash: passwordHash, ...fields })
const signIn = (email: string, password: string, remoteAddress = '10.0.0.1', headers = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/admin-login',
    payload: { email, password },
    remoteAddress,
    headers,
  })

describe('signing in', () => {
  test('returns a token and the account, for any case of the email', async () => {
    const { id, email, full_name } = await account({ email: 'asha@print.test' })
    const reply = await signIn(' ASHA@Print.test ', password)
    expect(reply.statusCode).toBe(200)
    const { token } = reply.json()
    expect(reply.json()).toEqual({ token, user: { id, email, full_name, is_superuser: false } })
    const profile = await api.withToken(token).get('/api/profile/')
    expect(profile.json()).toEqual({
      id,
      email,
      full_name,
      is_superuser: false,
      mobile: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      version: 1,
    })
  })

  test('stores only the hash of the token', async () => {
    const { email } = await account()
    const { token } = (await signIn(email, password)).json()
    const tables = await api.db<{ table_name: string }[]>`
      select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
    for (const { table_name } of tables) {
      const rows = await api.db`select to_jsonb(t)::text as row from ${api.db(table_name)} t`
      const hit = rows.find(
        ({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex')),
      )
      expect([table_name, hit]).toEqual([table_name, undefined])
    }
  })

  test('reports each missing field in the words of the specification', async () => {
    const reply = await stranger.post('/api/admin-login', {})
    expect(reply.statusCode).toBe(400)
    const message = 'This field is Required'
    expect(reply.json()).toEqual({
      code: 'invalid',
      message,
      errors: [
        { message, context: { key: 'email' } },
        { message, context: { key: 'password' } },
      ],
    })
    expect((await stranger.post('/api/admin-login', { email: '', password: '' })).json()).toEqual(
      reply.json(),
    )
    const malformed = await stranger.post('/api/admin-login', { email: 'nobody', password: 'x' })
    expect(malformed.json().errors).toEqual([
      { message: 'This is not an email address', context: { key: 'email' } },
    ])
  })

  test('gives the same response for a wrong password, an unknown account and an inactive one', async () => {
    const known = await account()
    const inactive = await account({ is_active: false })
    const replies = [
      await signIn(known.email, 'something else'),
      await signIn('nobody@print.test', password),
      await signIn(inactive.email, password),
    ]
    for (const reply of replies) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toEqual({ code: 'wrong_credentials', message: 'Email or password is wrong' })
    }
  })
})

describe('a session', () => {
  test('ends at once for every server process', async () => {
    const other = await api.startApp()
    const token = await openSession(api.db, (await account()).id)
    expect((await api.withToken(token, other).get('/api/profile/')).statusCode).toBe(200)
    const out = await api.withToken(token).post('/api/logout')
    expect([out.statusCode, out.headers['clear-site-data']]).toEqual([204, '"cache"'])
    const reply = await api.withToken(token, other).get('/api/profile/')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ code: 'unauthenticated', message: 'Please sign in' })
    await other.close()
  })

  test('ends when its account is no longer active', async () => {
    const { id } = await account()
    const token = await openSession(api.db, id)
    await api.db`update staff_users set version = version + 1, is_active = false where id = ${id}`
    expect((await api.withToken(token).get('/api/profile/')).statusCode).toBe(401)
  })

  test('ends after thirty idle days, and use keeps it alive', async () => {
    const { id } = await account()
    const [idle, used] = [await openSession(api.db, id), await openSession(api.db, id)]
    await api.db`update sessions set used_at = now() - interval '29 days 23 hours' where staff_user = ${id}`
    expect((await api.withToken(used).get('/api/profile/')).statusCode).toBe(200)
    await expect
      .poll(
        () =>
          api.db`select 1 from sessions where staff_user = ${id} and used_at > now() - interval '1 minute'`,
      )
      .toHaveLength(1)
    await api.db`update sessions set used_at = used_at - interval '2 days' where staff_user = ${id}`
    expect((await api.withToken(idle).get('/api/profile/')).statusCode).toBe(401)
    expect((await api.withToken(used).get('/api/profile/')).statusCode).toBe(200)
    await sweep(api.db)
    expect(await api.db`select 1 from sessions where staff_user = ${id}`).toHaveLength(1)
  })

  test('needs exactly its token with the scheme Token', async () => {
    const token = await openSession(api.db, (await account()).id)
    const statusOf = async (authorization: string) =>
      (await stranger.get('/api/profile/', { authorization })).statusCode
    for (const good of [`Token ${token}`, `token ${token}`]) expect(await statusOf(good)).toBe(200)
    for (const bad of [`Bearer ${token}`, token, `Token ${token} more`]) expect(await statusOf(bad)).toBe(401)
  })

  test('lets its user change the name and keep the mobile', async () => {
    const { id, mobile } = await account()
    const own = api.withToken(await openSession(api.db, id))
    const reply = await own.put('/api/profile/', { full_name: 'New Name' })
    expect([reply.statusCode, reply.json().full_name]).toEqual([200, 'New Name'])
    const [row] = await api.db`select mobile from staff_users where id = ${id}`
    expect(row).toEqual({ mobile })
  })

  test('is updated at most once a minute, and deleted after thirty days', async () => {
    const { id } = await account()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => openSession(api.db, id)))
    const idle = ['50 seconds', '70 seconds', '29 days', '31 days']
    for (const [n, token] of tokens.entries()) {
      await api.db`
        update sessions set used_at = now() - ${idle[n] ?? ''}::interval where token_hash = ${hashToken(token)}`
    }
    for (const token of tokens.slice(0, 2)) await touch(api.db, hashToken(token))
    await sweep(api.db)
    const left = await api.db<{ seconds: number }[]>`
      select floor(extract(epoch from now() - used_at) / 50)::int * 50 as seconds from sessions
      where staff_user = ${id} order by used_at desc`
    expect(left.map(({ seconds }) => seconds)).toEqual([0, 50, 29 * 24 * 3600])
  })

  test.each(['', 'Token', 'Token ', 'Bearer x', 'Token x y', 'Token ""', `Token ${'x'.repeat(5000)}`])(
    'is refused for %j',
    async (authorization) => {
      const reply = await stranger.get('/api/profile/', { authorization })
      expect(reply.statusCode).toBe(401)
    },
  )
})

describe('a new password', () => {
  const change = (token: string, current_password: string, new_password: string) =>
    api.withToken(token).post('/api/update_password', { current_password, new_password })

  test('ends the other sessions, and is needed to sign in', async () => {
    const { id, email } = await account()
    const [own, other] = [await openSession(api.db, id), await openSession(api.db, id)]
    const elsewhere = await openSession(api.db, (await account()).id)
    expect((await change(own, password, 'a better password')).statusCode).toBe(204)
    expect((await api.withToken(elsewhere).get('/api/profile/')).statusCode).toBe(200)
    expect((await api.withToken(own).get('/api/profile/')).statusCode).toBe(200)
    expect((await api.withToken(other).get('/api/profile/')).statusCode).toBe(401)
    expect((await signIn(email, password)).statusCode).toBe(422)
    expect((await signIn(email, 'a better password')).statusCode).toBe(200)
    const entries = await api.db`select actor, before, after from audit_entries
      where entity_id = ${id} and action <> 'sign_in_failed'`
    expect(entries).toEqual([
      {
        actor: id,
        before: { password_hash: 'hidden', version: 1 },
        after: { password_hash: 'hidden', version: 2 },
      },
    ])
  })

  test.each([
    ['too short', 'At least 10 characters'],
    ['x'.repeat(1025), 'At most 1,024 bytes'],
    ['', 'This field is Required'],
  ])('cannot be %s', async (bad, message) => {
    const token = await openSession(api.db, (await account()).id)
    const reply = await change(token, password, bad)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ message, context: { key: 'new_password' } }])
  })

  test('is not the current one, which whoever set it would know', async () => {
    const token = await openSession(api.db, (await account()).id)
    const reply = await change(token, password, password)
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'new_password'])
  })

  test('needs the current one', async () => {
    const token = await openSession(api.db, (await account()).id)
    const reply = await change(token, 'not this one', 'a better password')
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors[0].context.key).toBe('current_password')
  })
})

describe('the profile', () => {
  test('takes a new name and mobile, and the rest sent back unchanged', async () => {
    const { id, email } = await account()
    const client = api.withToken(await openSession(api.db, id))
    const profile = (await client.get('/api/profile/')).json()
    const reply = await client.put('/api/profile/', {
      ...profile,
      full_name: 'New Name',
      mobile: '+91 90000 77777',
    })
    expect(reply.json()).toEqual({
      ...profile,
      full_name: 'New Name',
      mobile: '+919000077777',
      version: profile.version + 1,
    })
    expect(await api.db`select actor from audit_entries where entity_id = ${id}`).toEqual([{ actor: id }])
    for (const change of [{ is_superuser: true }, { email: 'other@print.test' }]) {
      const refused = await client.put('/api/profile/', { ...reply.json(), ...change })
      expect(refused.statusCode).toBe(400)
    }
    expect((await client.get('/api/profile/')).json()).toMatchObject({ email, is_superuser: false })
  })

  test('of two who change one profile at once the second is told what it is now', async () => {
    const { id } = await account()
    const client = api.withToken(await openSession(api.db, id))
    const seen = (await client.get('/api/profile/')).json()
    await api.as('admin').patch(`/api/staff_users/${id}/`, { mobile: '+91 90000 88888' })
    const late = await client.put('/api/profile/', { full_name: 'New Name', version: seen.version })
    const now = (await client.get('/api/profile/')).json()
    expect([late.statusCode, late.json().current]).toEqual([409, now])
    expect(now).toMatchObject({ full_name: seen.full_name, mobile: '+919000088888' })
    const again = await client.put('/api/profile/', { full_name: 'New Name', version: now.version })
    expect(again.statusCode).toBe(200)
  })

  test('is taken back whole also while something waits for the person', async () => {
    const { id } = await account()
    const order = await buildOrder(api.db, { status: 'assigned', assigned_user: id })
    const url = `/api/all-orders/${order.id}/comments/`
    expect((await api.as('admin').post(url, { text: 'Ring twice', mentions: [id] })).statusCode).toBe(201)
    const client = api.withToken(await openSession(api.db, id))
    const profile = (await client.get('/api/profile/')).json()
    expect(profile.unseen_mentions).toBe(1)
    for (const unseen_mentions of [1, 0]) {
      const reply = await client.put('/api/profile/', {
        ...profile,
        unseen_mentions,
        full_name: 'New Name',
        version: undefined,
      })
      expect([reply.statusCode, reply.json().full_name]).toEqual([200, 'New Name'])
    }
  })
})
