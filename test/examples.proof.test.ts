import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@our-print/postgres/ports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStaff } from '../server/test/build.ts'
import { useDatabase } from '../server/test/database.ts'
import { type SeveralServers, signIn, startServers } from '../server/test/processes/severalServers.ts'
import { until } from '../server/test/until.ts'

// The programs of examples/ and the client that is generated from the API description, against two server processes.

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../examples')
/** The Node of this machine, under which npm runs: a stranger has no other one. Ours is newer. */
const theirNode = process.env['npm_node_execpath'] ?? process.execPath
const database = useDatabase({ migrated: false })
let shop: SeveralServers
let token = ''
const started: ChildProcess[] = []

beforeAll(async () => {
  shop = await startServers(2, database.url, { WEBHOOK_HTTP: 'on', WEBHOOK_LOOPBACK: 'on' })
  token = await signIn(url())
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await shop?.close()
})

const url = (server = 0) => shop.servers[server]?.url ?? ''
const send = async (method: string, path: string, body: object) => {
  const reply = await fetch(url(1) + path, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok).toBe(true)
  return (await reply.json()) as Record<string, string>
}

test('a website takes an order in with a key and follows it by webhook', async () => {
  const scopes = ['orders:write', 'orders:read', 'users:write', 'webhooks:manage']
  const { key = '' } = await send('POST', '/api/api-keys/', { name: 'Website', scopes })
  const PORT = String(await freePort())
  // As an earlier start leaves it that was killed.
  await send('POST', '/api/webhooks/', {
    url: `http://127.0.0.1:${PORT}/hook`,
    event_types: ['order.created'],
  })
  const child = spawn(theirNode, [join(folder, 'website.mjs')], {
    env: { API_URL: url(), API_KEY: key, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await until('the order is announced', () => output.includes('order.created'))
  expect(await database.db`select from webhooks`).toHaveLength(1)
  const [order] = await database.db<[{ id: string; number: number; by: string }]>`
    select o.id, o.number, s.full_name as by from orders o
    join order_history h on h.order_id = o.id join staff_users s on s.id = h.by`
  expect(order.by).toBe('API key: Website')
  const { id: staff } = await buildStaff(database.db)
  const moves = [
    { status: 'assigned', assigned_user: staff },
    { status: 'out-for-delivery' },
    { status: 'delivered' },
  ]
  for (const [index, move] of moves.entries()) {
    await send('PATCH', `/api/all-orders/${order.id}/`, move)
    const announced = () =>
      output.split('\n').filter((line) => line.includes(`order ${order.number} is`)).length
    await until(`${move.status} is announced`, () => announced() >= index + 2)
  }
  const [code] = (await once(child, 'exit')) as [number]
  const lines = output.trim().split('\n')
  // The message may arrive before the answer to the order.
  expect([code, lines.filter((line) => line.startsWith('taken in'))]).toEqual([
    0,
    [expect.stringMatching(/: order \d+, [\d.]+ rupees$/)],
  ])
  expect(lines.filter((line) => line.startsWith('order'))).toEqual([
    `order.created: order ${order.number} is confirmed`,
    `order.assigned: order ${order.number} is assigned`,
    `order.changed: order ${order.number} is out-for-delivery`,
    `order.delivered: order ${order.number} is delivered`,
  ])
})

test('a client generated from the description runs the whole life of an order', async () => {
  const description = await (await fetch(`${url()}/api/openapi.json`)).text()
  const file = join(folder, 'api.d.ts')
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  await writeFile(join(folder, 'api.json'), description)
  await run(bin('openapi-typescript'), [join(folder, 'api.json'), '-o', file])
  // It fits the generated types.
  await run(bin('tsc'), ['-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout)
  })
  const { id: STAFF } = await buildStaff(database.db)
  const env = { API_URL: url(), TOKEN: token, STAFF }
  const { stdout } = await run(process.execPath, [join(folder, 'lifeOfAnOrder.ts')], { env })
  const lines = stdout.trim().split('\n')
  expect(lines.slice(0, -1).map((line) => line.split(': ')[1])).toEqual([
    'assigned',
    'out-for-delivery',
    'assigned',
    'out-for-delivery',
    'delivered',
    'out-for-delivery',
    'delivered',
  ])
  expect(lines.at(-1)).toMatch(/^1 delivered, [\d.]+ coins, 3 entries$/)
})

test('README, guide and programs say the same of the Node they need, and what npm start installs is enough for the website', async () => {
  const text = (file: string) => readFile(join(folder, file), 'utf8')
  const [website, life] = [await text('website.mjs'), await text('lifeOfAnOrder.ts')]
  expect([website, life].map((program) => /Node ([\d.]+) or later/.exec(program)?.[1])).toEqual([
    '20',
    '22.18',
  ])
  expect(await text('../README.md')).toContain('the API (Node 20), and a generated client (Node 22.18)')
  const guide = (await text('../docs/integrate.md')).replaceAll('\n', ' ')
  expect(guide).toContain(
    'It needs Node 22.18 or later, and `npm install openapi-fetch`; the website above runs on Node 20',
  )
  const imported = [...website.matchAll(/from '(?!node:)(.+)'/g)].map(([, name]) => name)
  const server = JSON.parse(await text('../server/package.json')) as { dependencies: Record<string, string> }
  expect(imported.filter((name) => !(name && name in server.dependencies))).toEqual([])
})
