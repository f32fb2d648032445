import { fork } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type Pool } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { addVouchers } from './grownSeed.ts'
import { makeNoisePng } from './noisePng.ts'
import { openSession } from './openSession.ts'
import { readOptions } from './options.ts'
import type { Job as Load, Outcome, Shot } from './overloadLoad.ts'
import { allowBareWrites, seed } from './seed.ts'
import { readMemory, root, type Server, startOurs, startReader } from './servers.ts'
import type { Slow, Job as SlowJob } from './slowConnections.ts'

// `npm run bench:slow`: the p99 of a list and of the health check while thousands of slow connections are open, while
// large JSON bodies arrive, and while many vouchers are sold at once, as a ratio to an idle server before and after.

const options = readOptions({
  orders: 10_000,
  connections: 5_000,
  sales: 3_000,
  /** Which parts to run. */
  only: 'slow,bodies,sales',
  port: 4670,
})
const { port } = options
const only = options.only.split(',')
const folder = fileURLToPath(new URL('.cache/bench/slow', root))
const say = (line: string) => console.log(`  ${line}`)
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
const list = '/api/all-orders/?status=delivered&limit=10'
const health = '/healthz'
const idleTime = 8000

type Shop = Awaited<ReturnType<typeof openShop>>

async function main(): Promise<void> {
  // All requests come from one address.
  process.env['PUBLIC_RATE_LIMIT'] = '100000000'
  mkdirSync(folder, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir: folder, port, log: () => {} })
  try {
    await allowBareWrites(postgres)
    const databaseUrl = await seed(postgres.url, options.orders, say)
    const db = connect(databaseUrl, { max: 2 })
    const server = await startOurs(databaseUrl, port + 1, `${folder}/server`)
    const shop = await openShop(db, server)
    try {
      await sleep(3000)
      if (only.includes('slow')) await measureSlow(shop)
      if (only.includes('bodies')) await measureBodies(shop)
      if (only.includes('sales')) await measureSales(shop)
      say(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
    } finally {
      shop.reader.stop()
      await server.stop()
      await db.end()
    }
  } finally {
    await postgres.stop()
  }
}

async function openShop(db: Pool, server: Server) {
  const codes = await addVouchers(db, 20_000, say)
  const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const token = await openSession(db, admin.id)
  const users = await db<{ id: string }[]>`select user_id as id from coin_balances order by user_id limit 200`
  return { ...codes, db, server, token, users, reader: startReader(server, token, [list, health]) }
}

/** Prints the p99 of a list and of the health check while `work` runs, compared with an idle server before and after it. */
async function beside(
  shop: Shop,
  name: string,
  work: () => Promise<unknown>,
  /** A second phase, measured separately. */
  more?: () => Promise<unknown>,
): Promise<void> {
  const { reader, server } = shop
  const idle = () => reader.during(() => sleep(idleTime))
  const memoryBefore = await readMemory(server)
  const before = await idle()
  const ended = new AbortController()
  const memory = watchMemory(server, ended.signal)
  const phases = { [name]: await reader.during(work) }
  if (more) phases[`${name}, then held`] = await reader.during(more)
  ended.abort()
  await sleep(1000)
  // No idle measurement while slow connections are still open.
  const after = more ? {} : await idle()
  for (const [phase, times] of Object.entries(phases)) {
    for (const path of [list, health]) {
      const [most, calm] = [quantile(0.99, times[path]), quantile(0.99, before[path], after[path])]
      const failed = times[path]?.filter((time) => !Number.isFinite(time)).length ?? 0
      const middle = quantile(0.5, times[path]) / quantile(0.5, before[path], after[path])
      say(
        `${phase}: ${path === list ? 'list' : 'health'} p99 ${most.toFixed(0)} ms, idle ${calm.toFixed(0)} ms: ${(most / calm).toFixed(1)} times (p50: ${middle.toFixed(1)}); ${times[path]?.length ?? 0} requests, ${failed} failed`,
      )
    }
  }
  say(
    `${name}: memory ${mib(memoryBefore)} before, ${mib(await memory)} at most, ${mib(await readMemory(server))} after; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

function quantile(part: number, ...times: (number[] | undefined)[]): number {
  const all = times.flatMap((some) => some ?? []).toSorted((a, b) => a - b)
  return all[Math.floor(all.length * part)] ?? Number.NaN
}

async function watchMemory(server: Server, ended: AbortSignal): Promise<number> {
  let most = 0
  while (!ended.aborted) {
    most = Math.max(most, await readMemory(server).catch(() => 0))
    // Rarely, because /metrics counts open files and connections, which is slow with thousands of them.
    await sleep(4000)
  }
  return most
}

/** Opens silent connections, slow bodies and slow downloads in another process, then prints how long the server keeps them. */
async function measureSlow(shop: Shop): Promise<void> {
  const kinds = await slowKinds(shop)
  const child = fork(fileURLToPath(new URL('bench/slowConnections.ts', root)))
  try {
    const opened = new Promise((resolve) => child.once('message', resolve))
    const since = performance.now()
    await beside(
      shop,
      `${options.connections} slow connections are opened`,
      async () => {
        child.send({ port: port + 1, kinds: Object.values(kinds) } satisfies SlowJob)
        await opened
        await sleep(1000)
      },
      () => sleep(20_000),
    )
    for (;;) {
      const open = Object.entries(kinds).map(([name, { from }]) => [name, countConnections(from)] as const)
      const seconds = (performance.now() - since) / 1000
      say(`after ${seconds.toFixed(0)} s open: ${open.map(([name, count]) => `${name} ${count}`).join(', ')}`)
      if (seconds > 240 || open.every(([, count]) => count === 0)) break
      await sleep(10_000)
    }
    say(`memory ${mib(await readMemory(shop.server))} when they are closed`)
  } finally {
    child.kill()
  }
}

async function slowKinds(shop: Shop): Promise<Record<string, Slow>> {
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'host: shop', ...more, '', ''].join('\r\n')
  const signedIn = `authorization: Token ${shop.token}`
  const json = 'content-type: application/json'
  const share = Math.round(options.connections / 6)
  const user = shop.users[0]?.id ?? ''
  const slow = (last: number, pace: Slow['pace'], text: string): Slow => ({
    from: `127.0.0.${last}`,
    count: share,
    head: text,
    pace,
  })
  return {
    silent: slow(11, 'nothing', ''),
    'incomplete headers': slow(12, 'nothing', 'GET /api/users/ HTTP/1.1\r\nhost: sh'),
    'body, unknown client': slow(13, 'send', head('POST /api/admin-login', json, 'content-length: 60000')),
    'body, signed in': slow(
      14,
      'send',
      head(`PATCH /api/users/${user}/`, json, signedIn, 'content-length: 60000'),
    ),
    download: slow(15, 'take', head(`GET ${await createUpload(shop)}`)),
    export: slow(16, 'take', head('GET /api/all-orders/?format=csv', signedIn)),
  }
}

/** The number of connections from an address that the server has open (Linux only). */
function countConnections(from: string): number {
  const hex = (address: string) => Buffer.from(address.split('.').map(Number)).readUInt32LE().toString(16)
  const remote = `${hex(from).toUpperCase().padStart(8, '0')}:`
  const local = `0100007F:${(port + 1).toString(16).toUpperCase().padStart(4, '0')}`
  const established = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words[1] === local && words[2]?.startsWith(remote) && words[3] === established).length
}

/** Uploads a file of some megabytes and returns its path. */
async function createUpload({ server, token, user }: Shop): Promise<string> {
  const headers = { authorization: `Token ${token}` }
  const form = new FormData()
  form.append('order', JSON.stringify({ user, title: 'Slow', pickup: true }))
  form.append('files', new Blob([new Uint8Array(makeNoisePng(2000))], { type: 'image/png' }), 'noise.png')
  const reply = await fetch(`${server.url}/api/all-orders/`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const { order_files } = (await reply.json()) as { order_files: { url: string }[] }
  const { pathname, search } = new URL(order_files[0]?.url ?? '')
  return pathname + search
}

async function load(job: Load): Promise<void> {
  const child = fork(fileURLToPath(new URL('bench/overloadLoad.ts', root)), { serialization: 'advanced' })
  try {
    const { kinds, took, examples } = await new Promise<Outcome>((resolve) => {
      child.once('message', (outcome: Outcome) => resolve(outcome))
      child.send(job)
    })
    for (const [kind, { answers, broken }] of Object.entries(kinds)) {
      const counts = Object.entries(answers).map(([status, count]) => `${count} times ${status}`)
      say(`${kind}: in ${took.toFixed(1)} s ${counts.join(', ')}, ${broken} broken`)
    }
    for (const example of examples.slice(0, 2)) say(`  ${example}`)
  } finally {
    child.kill()
  }
}

function post({ token }: Shop, kind: string, path: string, body: object, fresh?: string): Shot {
  return {
    kind,
    weight: 1,
    method: 'POST',
    path,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    ...(fresh && { fresh }),
  }
}

const newCode = '@@@@@@@@@@@@@@@@'

function codesOf({ client }: Shop, codes: number, length: number) {
  return {
    client,
    voucher_detail: 'Benchmark',
    cost: 1,
    expiry_date: '2099-12-31',
    vouchers: Array.from({ length: codes }, (_, n) => ({
      voucher_code: `${newCode}${n}`.padEnd(length, '-'),
    })),
  }
}

async function measureBodies(shop: Shop): Promise<void> {
  const path = '/api/save-voucher/'
  const codes = codesOf(shop, 10_000, 82)
  const image = `data:image/png;base64,${makeNoisePng(510).toString('base64')}`
  const works = {
    '10,000 codes': post(shop, '10,000 codes', path, codes, newCode),
    image: post(shop, 'image', path, { ...codesOf(shop, 1, 30), image }, newCode),
    'refused body': post(shop, 'refused body', '/api/save-purchased-voucher/', codes),
  }
  for (const [name, shot] of Object.entries(works)) {
    const size = ((shot.body?.length ?? 0) / 2 ** 20).toFixed(2)
    // The first image of a process loads the image library.
    if (shot === works.image) await load({ url: shop.server.url, seconds: 1, shots: [shot], clients: 1 })
    await beside(shop, `50 bodies of ${size} MiB, ${name}`, () =>
      load({ url: shop.server.url, seconds: 10, shots: [shot], clients: 50 }),
    )
  }
}

async function measureSales(shop: Shop): Promise<void> {
  const amount = options.sales
  const free = await saveCodes(shop, amount + 100)
  const unknown = '01890000-0000-7000-8000-000000000000'
  for (const [name, group] of Object.entries({ 'sold out': shop.soldOut, unknown, free })) {
    const shots = shop.users.map(({ id }) =>
      post(shop, name, '/api/save-purchased-voucher/', { user_id: id, voucher_info_id: group }),
    )
    await beside(shop, `${amount} sales, ${name}`, () =>
      load({ url: shop.server.url, seconds: 300, shots, clients: 500, amount }),
    )
  }
}

async function saveCodes(shop: Shop, codes: number): Promise<string> {
  const { path, headers, body } = post(shop, '', '/api/save-voucher/', codesOf(shop, codes, 30))
  const text = body?.toString().replaceAll(newCode, `F${Date.now()}`) ?? ''
  const reply = await fetch(shop.server.url + path, { method: 'POST', headers, body: text })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const { id } = (await reply.json()) as { id: string }
  return id
}

await main()
process.exit(0)
