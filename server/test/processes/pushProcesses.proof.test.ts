import type { PushKind } from '@our-print/contract/shop/pushKinds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../database.ts'
import { openPushDevice } from '../pushDevice.ts'
import { until } from '../until.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'

// Messages to a device from two real server processes, of which either may be restarted.

const database = useDatabase({ migrated: false })
let shop: SeveralServers
let device: Awaited<ReturnType<typeof openPushDevice>>
let token = ''

beforeAll(async () => {
  device = await openPushDevice()
  // Late enough that both processes look at what waits.
  device.answerWith((response) => void setTimeout(() => response.writeHead(201).end(), 30))
  shop = await startServers(2, database.url, { WEBHOOK_HTTP: 'on', WEBHOOK_LOOPBACK: 'on' })
  token = await signIn(shop.servers[0]?.url ?? '')
})
afterAll(async () => {
  await shop?.close()
  await device?.close()
})

async function send<T>(server: number, method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${shop.servers[server]?.url}${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true)
  return (await reply.json()) as T
}

const leads = 40

test('each lead is told once, whichever process took it in or tells it', async () => {
  const path = '/api/push-subscriptions/'
  const { public_key } = await send<{ public_key: string }>(1, 'GET', path)
  const kinds: PushKind[] = ['lead']
  await send(0, 'POST', path, {
    ...device.subscription(),
    public_key,
    kinds,
    quiet_from: null,
    quiet_to: null,
  })
  const visit = (at: number) =>
    send(at % 2, 'POST', '/api/contact_us/', {
      name: `Visitor ${at}`,
      mobile: String(9_000_000_000 + at),
      subject: 'Flyers',
      message: 'Hi',
    })
  const half = leads / 2
  await Promise.all(Array.from({ length: half }, (_, at) => visit(at)))
  await shop.servers[1]?.stop()
  await shop.servers[1]?.reopen()
  await Promise.all(Array.from({ length: half }, (_, at) => visit(half + at)))
  const waiting = async () => {
    const [row] = await database.db<[{ many: number }]>`select count(*)::int as many from push_messages`
    return row.many
  }
  await until('all is told', async () => (await waiting()) === 0)
  // A device shows one notice an id: what was on its way when a process stopped is sent again under the same.
  const shown = new Map(device.received.map(({ message }) => [message.id, message.record]))
  expect(shown.size).toBe(leads)
  expect(new Set(shown.values()).size).toBe(leads)
})
