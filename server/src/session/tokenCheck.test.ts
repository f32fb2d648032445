import { expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { hashToken } from './session.queries.ts'
import { withTokenCheck } from './tokenCheck.queries.ts'

const api = useApi()
const admins = { is_superuser: true }
const hex = (token: string) => hashToken(token).toString('hex')
const sessionOf = (role: 'admin' | 'staff') => openSession(api.db, api.people[role].id)

test('the first statement finds its rows and the valid tokens of the role', async () => {
  const [mine, other, staff] = [await sessionOf('admin'), await sessionOf('admin'), await sessionOf('staff')]
  const { db, valid } = withTokenCheck(api.db, [mine, other, staff, 'unknown'].map(hashToken), admins)
  const one = db`select ${1}::int as n`
  expect(await db`${one} union all select ${2}::int`).toEqual([{ n: 1 }, { n: 2 }])
  expect([...valid].toSorted()).toEqual([hex(mine), hex(other)].toSorted())
  expect(await db`select 'later' as n`).toEqual([{ n: 'later' }])
})

test('a statement without rows still finds the tokens', async () => {
  const token = await sessionOf('admin')
  const { db, valid } = withTokenCheck(api.db, [hashToken(token)], admins)
  expect(await db`select 1 as n where false`).toEqual([])
  expect([...valid]).toEqual([hex(token)])
})

test('a failed statement says why', async () => {
  const { db, valid } = withTokenCheck(api.db, [], admins)
  await expect(db`select 1 / ${0}::int as n`).rejects.toThrow('division by zero')
  expect(valid.size).toBe(0)
})

test('an ended session is refused by the read that checks it, also when others share the read', async () => {
  const [lasting, ended] = [await sessionOf('admin'), await sessionOf('admin')]
  const get = async (url: string, token: string) =>
    (await api.app.inject({ url, headers: { authorization: `Token ${token}` } })).statusCode
  const order = '/api/all-orders/01935353-bc23-7544-87be-e7255bc7ce03/'
  for (const url of ['/api/all-orders/', '/api/my_orders/', '/api/dashboard', order]) {
    const expected = url === order ? 404 : 200
    expect([url, await get(url, lasting), await get(url, ended)]).toEqual([url, expected, expected])
  }
  await api.db`delete from sessions where token_hash = ${hashToken(ended)}`
  for (const url of ['/api/all-orders/', '/api/my_orders/', '/api/dashboard', order]) {
    const tokens = [lasting, ended, ended, lasting, ended]
    const answers = await Promise.all(tokens.map((token) => get(url, token)))
    const expected = url === order ? 404 : 200
    expect([url, ...answers]).toEqual([url, expected, 401, 401, expected, 401])
  }
})
