import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { hashToken } from '../people/session/session.queries.ts'

const api = useApi()

test('a token that has ended is refused by the read that checks it, also when others share the read', async () => {
  const [lasting, ended] = [
    await openSession(api.db, api.people.admin.id),
    await openSession(api.db, api.people.admin.id),
  ]
  const url = `/api/all-orders/${randomUUID()}/`
  const get = async (token: string) =>
    (await api.app.inject({ url, headers: { authorization: `Token ${token}` } })).statusCode
  expect([await get(lasting), await get(ended)]).toEqual([404, 404])
  await api.db`delete from sessions where token_hash = ${hashToken(ended)}`
  const answers = await Promise.all([lasting, ended, ended, lasting, ended].map(get))
  expect(answers).toEqual([404, 401, 401, 404, 401])
})
