import { fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type Pool } from '../server/src/database/db.ts'
import { hashPassword } from '../server/src/session/password.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { makePdf } from '../server/test/pdf.ts'
import { median } from './compare.ts'
import { openSession } from './openSession.ts'
import { readOptions } from './options.ts'
import type { Job, Outcome, Shot, Tally } from './overloadLoad.ts'
import { seed } from './seed.ts'
import { readMemory, root, type Server, startOurs } from './servers.ts'

// `npm run bench:overload`: the peak throughput of our server for a mix of requests (closed loop), and its behaviour at
// twice that load (open loop): goodput, refusals, health checks and sign-in, memory, and the time to recover.

const options = readOptions({
  orders: 10_000,
  seconds: 8,
  rounds: 3,
  /** How many times the peak. */
  times: 2,
  port: 4660,
  check: false,
})
const { seconds, port } = options
const folder = fileURLToPath(new URL('.cache/bench/overload', root))
const password = 'a password of the benchmark'
const say = (line: string) => console.log(`  ${line}`)
const percent = (part: number) => `${Math.round(part * 100)} %`

const goodput = ({ kinds, seconds }: Outcome) =>
  Object.values(kinds).reduce((sum, { good }) => sum + good, 0) / seconds
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

// All requests come from one address.
process.env['PUBLIC_RATE_LIMIT'] = '100000000'
mkdirSync(folder, { recursive: true })
const postgres = await startEmbeddedPostgres({ dataDir: folder, port, log: say })
const child = fork(fileURLToPath(new URL('bench/overloadLoad.ts', root)), { serialization: 'advanced' })
let isMissed = true
try {
  const databaseUrl = await seed(postgres.url, options.orders, say)
  const db = connect(databaseUrl, { max: 2 })
  const server = await startOurs(databaseUrl, port + 1, `${folder}/server`)
  try {
    isMissed = await measure(db, server)
  } finally {
    await server.stop()
    await db.end()
  }
} finally {
  child.kill()
  await postgres.stop()
}
process.exit(options.check && isMissed ? 1 : 0)

function load(job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('the load process ended'))
    child.once('exit', lost)
    child.once('message', (outcome: Outcome) => {
      child.off('exit', lost)
      resolve(outcome)
    })
    child.send(job)
  })
}

async function measure(db: Pool, server: Server): Promise<boolean> {
  const shots = await mixOn(db)
  await load({ url: server.url, seconds: 3, shots, clients: 16 })
  const idle = await probe(server, db, async () => sleep(4000))
  const rounds: Round[] = []
  for (let round = 0; round < options.rounds; round++)
    rounds.push(await measureRound(server, db, shots, idle))
  return report(idle, rounds, await readMemory(server))
}

type Round = { peak: Outcome; over: Outcome; beside: Beside; recovery: number; memoryAtPeak: number }

/** Peak and overload within seconds of each other, so that other work on the machine disturbs both alike. */
async function measureRound(server: Server, db: Pool, shots: Shot[], idle: Beside): Promise<Round> {
  const { url } = server
  const peaks: Outcome[] = []
  for (const clients of [16, 48]) peaks.push(await load({ url, seconds: seconds / 2, shots, clients }))
  const peak = peaks.toSorted((a, b) => goodput(b) - goodput(a))[0] as Outcome
  const memoryAtPeak = await readMemory(server)
  const outcomes: Outcome[] = []
  const beside = await probe(server, db, async () => {
    outcomes.push(await load({ url, seconds, shots, perSecond: goodput(peak) * options.times }))
  })
  const recovery = await measureRecovery(server, db, idle.list.p99)
  const [over] = outcomes
  if (!over) throw new Error('nothing was measured')
  return { peak, over, beside, recovery, memoryAtPeak }
}

function report(idle: Beside, rounds: Round[], memoryAfter: number): boolean {
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  const all = (read: (tally: Tally) => number) =>
    rounds.flatMap(({ over }) => Object.values(over.kinds)).reduce((sum, tally) => sum + read(tally), 0)
  say(`load of the machine ${loadavg()[0]?.toFixed(1)}; medians of ${rounds.length} rounds`)
  for (const kind of Object.keys(rounds[0]?.over.kinds ?? {})) {
    const before = of(({ peak }) => (peak.kinds[kind]?.good ?? 0) / peak.seconds)
    const now = of(({ over }) => (over.kinds[kind]?.good ?? 0) / over.seconds)
    const times = rounds.flatMap(({ over }) => over.kinds[kind]?.times ?? [])
    const refused = rounds.reduce((sum, { over }) => sum + (over.kinds[kind]?.refused ?? 0), 0)
    say(
      `${kind.padEnd(7)} ${now.toFixed(1)}/s of ${before.toFixed(1)}/s, p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, ${refused} refused`,
    )
  }
  for (const example of rounds.flatMap(({ peak, over }) => [...peak.examples, ...over.examples]))
    say(`  ${example}`)
  const ratio = of(({ peak, over }) => goodput(over) / goodput(peak))
  const recovery = Math.max(...rounds.map((round) => round.recovery))
  const broken = all((tally) => tally.broken)
  const wrong = all((tally) => tally.wrong)
  const failed = rounds.reduce((sum, { beside }) => sum + beside.ready.failed + beside.signIn.failed, 0)
  say(
    `peak ${of(({ peak }) => goodput(peak)).toFixed(0)}/s, goodput at ${options.times} times the load ${of(({ over }) => goodput(over)).toFixed(0)}/s: ${percent(ratio)} (at least 80 %)`,
  )
  say(
    `refused ${all((tally) => tally.refused)}, otherwise wrong ${wrong}, broken connections ${broken} (none)`,
  )
  for (const name of ['ready', 'signIn', 'list'] as const) {
    const p99 = quantile(
      rounds.flatMap(({ beside }) => beside[name].times),
      0.99,
    )
    say(`${name}: p99 ${ms(p99)} (idle ${ms(idle[name].p99)})`)
  }
  say(`health and sign-in failed ${failed} times (none)`)
  say(
    `memory: idle ${mib(idle.memory)}, peak ${mib(of((round) => round.memoryAtPeak))}, most ${mib(Math.max(...rounds.map(({ beside }) => beside.memory)))}, after ${mib(memoryAfter)}`,
  )
  say(`back to normal after ${(recovery / 1000).toFixed(1)} s (at most 5)`)
  return ratio < 0.8 || broken + wrong + failed > 0 || recovery > 5000
}

async function mixOn(db: Pool): Promise<Shot[]> {
  const [admin] = await db<[{ id: string; email: string }]>`
    select id, email from staff_users where is_superuser limit 1`
  await db`update staff_users set password_hash = ${await hashPassword(password)} where id = ${admin.id}`
  const headers = { authorization: `Token ${await openSession(db, admin.id)}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const [customer] = await db<[{ id: string }]>`select id from users order by created_at limit 1`
  const people = await db<{ id: string }[]>`select id from users order by id limit 40`
  const orders = await db<{ id: string }[]>`select id from orders order by id limit 40`
  const get = (kind: string, weight: number, path: string): Shot => ({
    kind,
    weight,
    path,
    headers,
    method: 'GET',
  })
  const boundary = 'our-print-benchmark'
  const order = { user: customer.id, title: 'Overload', pickup: true }
  const form = [
    `--${boundary}\r\ncontent-disposition: form-data; name="order"\r\n\r\n${JSON.stringify(order)}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="three.pdf"\r\n`,
    `content-type: application/pdf\r\n\r\n${(await makePdf(3)).toString('latin1')}\r\n--${boundary}--\r\n`,
  ].join('')
  return [
    get('list', 20, '/api/all-orders/?status=delivered'),
    get('list', 10, '/api/all-orders/?limit=50'),
    get('list', 10, '/api/users/'),
    ...orders.map(({ id }) => get('record', 0.5, `/api/all-orders/${id}/`)),
    get('search', 6, '/api/all-orders/?query=kowalski'),
    get('search', 4, '/api/users/?query=an'),
    get('report', 2, '/api/dashboard'),
    get('export', 0.3, '/api/users/?format=csv&query=kowal'),
    ...people.map(({ id }, index) => ({
      kind: 'write',
      weight: 0.4,
      method: 'PATCH',
      path: `/api/users/${id}/`,
      headers: json,
      body: Buffer.from(JSON.stringify({ last_name: `Load ${index}` })),
    })),
    {
      kind: 'upload',
      weight: 3,
      method: 'POST',
      path: '/api/all-orders/',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(form, 'latin1'),
    },
  ]
}

type Probe = { times: number[]; failed: number; p99: number }

type Beside = Awaited<ReturnType<typeof probe>>

/** The response times of health check, sign-in and a list while `work` runs, and the peak memory of the server. */
async function probe(server: Server, db: Pool, work: () => Promise<unknown>) {
  const [admin] = await db<[{ id: string; email: string }]>`
    select id, email from staff_users where is_superuser limit 1`
  const token = await openSession(db, admin.id)
  const ended = new AbortController()
  const every = async (pause: number, path: string, init: RequestInit): Promise<Probe> => {
    const found: Probe = { times: [], failed: 0, p99: Number.NaN }
    while (!ended.signal.aborted) {
      const since = performance.now()
      const reply = await fetch(server.url + path, init).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply?.ok) found.times.push(performance.now() - since)
      else found.failed++
      await sleep(pause)
    }
    return { ...found, p99: quantile(found.times, 0.99) }
  }
  const signIn = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.email, password }),
  }
  const watching = Promise.all([
    every(40, '/readyz', {}),
    every(400, '/api/admin-login', signIn),
    every(40, '/api/users/', { headers: { authorization: `Token ${token}` } }),
    watchMemory(server, ended.signal),
  ])
  await work()
  ended.abort()
  const [ready, signedIn, list, memory] = await watching
  return { ready, signIn: signedIn, list, memory }
}

async function watchMemory(server: Server, ended: AbortSignal): Promise<number> {
  let most = 0
  while (!ended.aborted) {
    most = Math.max(most, await readMemory(server).catch(() => 0))
    await sleep(500)
  }
  return most
}

/** Milliseconds until ten lists in a row are as fast as on an idle server. */
async function measureRecovery({ url }: Server, db: Pool, p99: number): Promise<number> {
  const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const headers = { authorization: `Token ${await openSession(db, admin.id)}` }
  const since = performance.now()
  let calm = 0
  let start = since
  while (calm < 10) {
    start = performance.now()
    const reply = await fetch(`${url}/api/users/`, { headers })
    await reply.arrayBuffer()
    calm = reply.ok && performance.now() - start <= Math.max(20, 3 * p99) ? calm + 1 : 0
    if (start - since > 60_000) return start - since
  }
  return start - since
}
