import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { buildOrder, buildStaff } from '../../test/build.ts'

// Some reads begin while the token is still being looked up. What they read must not reach whom it is not for.

const api = useApi()
const list = '/api/all-orders/'

async function remembered(isSuperuser: boolean) {
  const person = await buildStaff(api.db, { is_superuser: isSuperuser })
  const token = await openSession(api.db, person.id)
  const client = api.withToken(token)
  await client.get('/api/profile/')
  return { person, client }
}

describe('a read that begins before its token is confirmed', () => {
  test('answers 401 once the session is gone, wherever it was ended', async () => {
    const { person, client } = await remembered(true)
    const order = await buildOrder(api.db)
    expect((await client.get(list)).statusCode).toBe(200)
    await api.db`delete from sessions where staff_user = ${person.id}`
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

  test('answers 401 once the account is inactive', async () => {
    const { person, client } = await remembered(true)
    expect((await client.get(list)).statusCode).toBe(200)
    await api.db`update staff_users set is_active = false where id = ${person.id}`
    expect((await client.get(list)).statusCode).toBe(401)
  })

  test('goes by the role of now: who is no super admin any more sees their own orders only', async () => {
    const { person, client } = await remembered(true)
    const order = await buildOrder(api.db)
    expect((await client.get(`${list}${order.id}/`)).statusCode).toBe(200)
    await api.db`update staff_users set is_superuser = false where id = ${person.id}`
    expect((await client.get(list)).statusCode).toBe(403)
    expect((await client.get(`${list}?format=csv`)).statusCode).toBe(403)
    expect((await client.get(`${list}${order.id}/`)).statusCode).toBe(404)
  })

  test('shows a name that changed, and the moves that are open to this person', async () => {
    const { person, client } = await remembered(false)
    const order = await buildOrder(api.db, { status: 'assigned', assigned_user: person.id })
    expect((await client.get(`${list}${order.id}/`)).json().allowed_transitions).toEqual(['out-for-delivery'])
    await api.db`update staff_users set is_superuser = true where id = ${person.id}`
    const { allowed_transitions } = (await client.get(`${list}${order.id}/`)).json()
    expect(allowed_transitions).toContain('cancelled')
  })
})
