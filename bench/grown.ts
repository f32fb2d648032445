import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { connect, type Pool } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { makePdf } from '../server/test/pdf.ts'
import { addVouchers } from './grownSeed.ts'
import { openSession } from './openSession.ts'
import { readOptions } from './options.ts'
import { allowBareWrites, seed } from './seed.ts'
import { root, type Server, startOurs, startReader } from './servers.ts'

// `npm run bench:grown`: a shop with a million orders and two million vouchers. Each work is compared with the list of
// orders in the same run, because absolute times differ between machines and hours.

const print = (line: string) => console.log(line)
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

async function main() {
  const options = readOptions({
    orders: 1_000_000,
    codes: 2_000_000,
    /** The port of PostgreSQL; our server uses the next. */
    port: 5630,
    folder: fileURLToPath(new URL('.cache/bench/grown', root)),
  })
  mkdirSync(options.folder, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dataDir: options.folder,
    port: options.port,
    log: () => {},
  })
  try {
    await allowBareWrites(postgres)
    const url = await seed(postgres.url, options.orders, print)
    const db = connect(url, { max: 2 })
    const shop = await addVouchers(db, options.codes, print)
    const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
    const token = await openSession(db, admin.id)
    const server = await startOurs(url, options.port + 1, `${options.folder}/server`)
    try {
      await measure({ server, token, db, ...shop })
    } finally {
      await server.stop()
      await db.end()
    }
  } finally {
    await postgres.stop()
  }
  process.exit(0)
}

type Shop = {
  server: Server
  token: string
  db: Pool
  soldOut: string
  free: string
  client: string
  user: string
}

async function measure(shop: Shop) {
  await measureSales(shop)
  await measureSearches(shop)
  await measureImports(shop)
  await measureBeside(shop)
  print(`memory of the server and its workers: ${memory()} MB (below 400)`)
  print(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
}

const listPath = '/api/all-orders/?status=delivered&limit=10'

async function send({ server, token }: Shop, path: string, body?: object | FormData) {
  const since = performance.now()
  const isForm = body instanceof FormData
  const reply = await fetch(server.url + path, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Token ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
  })
  const text = await reply.text()
  return { ms: performance.now() - since, status: reply.status, text }
}

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

/** The p50 of a work and of the list, measured in turn so that other work on the machine disturbs both alike. */
async function inTurn(shop: Shop, times: number, work: () => Promise<{ ms: number }>) {
  const [ours, lists]: [number[], number[]] = [[], []]
  for (let n = 0; n < times; n++) {
    ours.push((await work()).ms)
    lists.push((await send(shop, listPath)).ms)
  }
  const [p50, list] = [quantile(ours, 0.5), quantile(lists, 0.5)]
  return `p50 ${p50.toFixed(1)} ms, ${(p50 / list).toFixed(1)} of a list call (${list.toFixed(1)} ms)`
}

async function measureSales(shop: Shop) {
  const sell = (voucher_info_id: string) => () =>
    send(shop, '/api/save-purchased-voucher/', { user_id: shop.user, voucher_info_id })
  const unknown = '01890000-0000-7000-8000-000000000000'
  print(`claim, sold out: ${await inTurn(shop, 100, sell(shop.soldOut))} (5 ms)`)
  print(`claim, unknown group: ${await inTurn(shop, 100, sell(unknown))} (5 ms)`)
  print(`claim, free codes: ${await inTurn(shop, 100, sell(shop.free))}`)
}

async function measureSearches(shop: Shop) {
  const ranges = { day: [100, 100], month: [130, 100], year: [365, 0], 'all days': [5000, 0] }
  const [{ staff }] = await shop.db<[{ staff: string }]>`
    select assigned_user as staff from orders where assigned_user is not null limit 1`
  for (const words of ['e', '7', 'an', 'the', 'thesis', 'kowalski', '1001500', 'nobody here']) {
    for (const [range, [from = 0, to = 0]] of Object.entries(ranges)) {
      for (const more of ['', '&status=delivered', '&exclude_order_type=subscription']) {
        const path = `/api/all-orders/?query=${encodeURIComponent(words)}&from_date=${dayAgo(from)}&to_date=${dayAgo(to)}${more}`
        const first = await send(shop, path)
        // A slow search is counted by days in the background after its first run.
        if (first.ms > 50) await sleep(3000)
        print(
          `search ‘${words}’, ${range}${more}: first ${first.ms.toFixed(0)} ms, ${await inTurn(shop, 9, () => send(shop, path))} (50 ms)`,
        )
      }
    }
    const mine = `/api/my_orders/?assigned_user=${staff}&query=${encodeURIComponent(words)}&from_date=${dayAgo(365)}`
    print(`search ‘${words}’, a staff user: ${await inTurn(shop, 9, () => send(shop, mine))} (50 ms)`)
  }
}

function upload(shop: Shop, from: number, codes: number) {
  const lines = Array.from({ length: codes }, (_, n) => `G${(from + n).toString(36).toUpperCase()}`)
  const form = new FormData()
  form.append('file', new Blob([['voucher_code', ...lines].join('\n')]), 'codes.csv')
  return send(shop, `/api/upload_vouchers/?client_id=${shop.client}&expiry_date=2099-12-31`, form)
}

async function measureImports(shop: Shop) {
  const run = 1e9 + Math.floor(Date.now() / 1000) * 1e6
  for (const [name, from, codes] of [
    ['20,000 new codes', 0, 20_000],
    ['the same 20,000', 0, 20_000],
    ['40,000 new codes', 100_000, 40_000],
    ['the same 40,000', 100_000, 40_000],
    ['40 of them', 100_000, 40],
  ] as const) {
    const { ms, text } = await upload(shop, run + from, codes)
    print(
      `import of ${name}: ${(ms / 1000).toFixed(2)} s, ${((ms * 1000) / codes).toFixed(0)} µs a line (${text.slice(0, 80)})`,
    )
  }
}

/** The p99 of the list, alone and during each heavy work. */
async function measureBeside(shop: Shop) {
  const reader = startReader(shop.server, shop.token, [listPath])
  const during = async (work: () => Promise<unknown>) =>
    quantile((await reader.during(work))[listPath] ?? [], 0.99)
  const pdf = new Uint8Array(await makePdf(300))
  const order = () => {
    const form = new FormData()
    form.append('order', JSON.stringify({ user: shop.user, title: 'Bench', pickup: true }))
    form.append('files', new Blob([pdf]), 'a.pdf')
    return send(shop, '/api/all-orders/', form)
  }
  const repeat = async (seconds: number, clients: number, work: () => Promise<unknown>) => {
    const end = Date.now() + seconds * 1000
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (Date.now() < end) await work()
      }),
    )
  }
  await sleep(1000)
  const idle = await during(() => sleep(8000))
  const describe = (p99: number) => `${p99.toFixed(1)} ms, ${(p99 / idle).toFixed(1)} of idle (3)`
  print(`list p99 idle ${idle.toFixed(1)} ms`)
  print(`list p99 beside 500 claimers: ${describe(await during(() => loadSales(shop)))}`)
  print(`list p99 beside an import of 400,000: ${describe(await during(() => upload(shop, 5e15, 400_000)))}`)
  print(
    `list p99 beside 2 exports: ${describe(await during(() => repeat(8, 2, () => send(shop, '/api/all-orders/?format=csv&status=assigned'))))}`,
  )
  print(`list p99 beside page counting: ${describe(await during(() => repeat(8, 4, order)))}`)
  print(
    `list p99 beside searches: ${describe(await during(() => repeat(8, 4, () => send(shop, `/api/all-orders/?query=e&from_date=${dayAgo(300)}`))))}`,
  )
  reader.stop()
  await sleep(8000)
}

function loadSales({ server, token, soldOut, user }: Shop) {
  return autocannon({
    url: `${server.url}/api/save-purchased-voucher/`,
    connections: 500,
    amount: 3000,
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: user, voucher_info_id: soldOut }),
  }).then(({ duration, non2xx }) =>
    print(`3,000 claims at 500 connections: ${duration} s, ${non2xx} refused`),
  )
}

/** Megabytes of the server and its child processes, without PostgreSQL (Linux only). */
function memory(): number {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
        return [
          {
            pid: Number(pid),
            parent: of('PPid'),
            megabytes: of('VmRSS') / 1024,
            command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
          },
        ]
      } catch {
        return []
      }
    })
  const ours = statuses.find(({ parent, command }) => parent === process.pid && command.includes('main.ts'))
  return Math.round(
    statuses
      .filter(({ pid, parent }) => pid === ours?.pid || parent === ours?.pid)
      .reduce((sum, { megabytes }) => sum + megabytes, 0),
  )
}

await main()
