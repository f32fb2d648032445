import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildOrder, buildStaff } from '../../../test/build.ts'

// Some reads start while the token is still being checked. Their result must not be sent without permission.

const api = useApi()
const list = '/api/all-orders/'

async function signedInClient(isSuperuser: boolean) {
  const account = await buildStaff(api.db, { is_superuser: isSuperuser })
  const token = await openSession(api.db, account.id)
  const client = api.withToken(token)
  await client.get('/api/profile/')
  return { account, client }
}

describe('a read that starts before its token is checked', () => {
  test('gets 401 once the session has ended, in any process', async () => {
    const { account, client } = await signedInClient(true)
    const order = await buildOrder(api.db)
    expect((await client.get(list)).statusCode).toBe(200)
    await api.db`delete from sessions where staff_user = ${account.id}`
    for (const url of [
      list,
      `${list}${order.id}/`,
      `${list}${randomUUID()}/`,
      `${list}?limit=0`,
      `${list}?format=csv`,
    ]) {
      const reply = await client.get(url)
      expect([url, reply.statusCode]).toEqual([url, 401])
      expect(reply.json()).toEqual({ code: 'unauthenticated', message: 'Please sign in' })
    }
  })

  test('gets 401 once the account is inactive', async () => {
    const { account, client } = await signedInClient(true)
    expect((await client.get(list)).statusCode).toBe(200)
    await api.db`update staff_users set version = version + 1, is_active = false where id = ${account.id}`
    expect((await client.get(list)).statusCode).toBe(401)
  })

  test('uses the current role: a former super admin sees only their own orders', async () => {
    const { account, client } = await signedInClient(true)
    const order = await buildOrder(api.db)
    expect((await client.get(`${list}${order.id}/`)).statusCode).toBe(200)
    await api.db`update staff_users set version = version + 1, is_superuser = false where id = ${account.id}`
    expect((await client.get(list)).statusCode).toBe(403)
    expect((await client.get(`${list}?format=csv`)).statusCode).toBe(403)
    expect((await client.get(`${list}${order.id}/`)).statusCode).toBe(404)
  })

  test('has the current name and the allowed moves of the account', async () => {
    const { account, client } = await signedInClient(false)
    const order = await buildOrder(api.db, { status: 'assigned', assigned_user: account.id })
    expect((await client.get(`${list}${order.id}/`)).json().allowed_transitions).toEqual(['out-for-delivery'])
    await api.db`update staff_users set version = version + 1, is_superuser = true where id = ${account.id}`
    const { allowed_transitions } = (await client.get(`${list}${order.id}/`)).json()
    expect(allowed_transitions).toContain('cancelled')
  })
})
