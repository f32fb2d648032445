import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'

const api = useApi()

test('a form that is refused midway is read to its end, so that its connection stays open', async () => {
  const authorization = `Token ${api.token('admin')}`
  const app = await api.startApp()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let time = 0; time < 3; time++) {
    const form = new FormData()
    form.set('image', new File([new Uint8Array(12_000_000)], 'a.png', { type: 'image/png' }))
    const refused = await fetch(`${address}/api/qr-codes/`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    expect(refused.status).toBe(413)
    await refused.arrayBuffer()
    for (let next = 0; next < 3; next++) {
      const reply = await fetch(`${address}/healthz`)
      expect(reply.status).toBe(200)
      await reply.arrayBuffer()
    }
  }
  await app.close()
})
