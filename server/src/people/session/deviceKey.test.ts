import { expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'

const api = useApi()

test('the key of a device belongs to its person: the same in each session, and no other’s', async () => {
  const keyOf = async (role: 'admin' | 'staff') => {
    const reply = await api.as(role).get('/api/device-key/')
    expect(reply.statusCode).toBe(200)
    return reply.json<{ key: string }>().key
  }
  const key = await keyOf('staff')
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(await keyOf('admin')).not.toBe(key)
  const { id } = (await api.as('staff').get('/api/profile/')).json<{ id: string }>()
  const again = api.withToken(await openSession(api.db, id))
  expect((await again.get('/api/device-key/')).json()).toEqual({ key })
})
