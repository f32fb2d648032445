import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connect, type Pool } from '../server/src/database/db.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { median } from './compare.ts'
import type { Measured } from './load.ts'
import { readOptions } from './options.ts'
import { nodeFlags, ready, root, type Server, startLoad } from './servers.ts'

// `npm run bench:scans`: scans, each durable before its response, compared with the same server answering 302 without a
// write (redirectServer.ts), in turn.

const options = readOptions({
  rounds: 5,
  seconds: 3,
  folder: fileURLToPath(new URL('.cache/bench/scans/', root)),
  /** The port of PostgreSQL; the two servers use the next two. */
  port: 5620,
  /** Exits with 1 when a target is missed. */
  check: false,
})
const { folder, rounds, seconds, port } = options
const targets = { throughput: 0.45, p50: 2 }
const manyClients = 64
const codes = Array.from({ length: 50 }, (_, index) => 1000 + index)
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

mkdirSync(folder, { recursive: true })
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  port,
  log: (line) => console.log(`  ${line}`),
})
const load = startLoad()
const db = connect(postgres.url, { max: 2 })
let isMissed = true
try {
  await seed(db)
  const ours = await start('server/src/main.ts', port + 1)
  const limit = await start('bench/redirectServer.ts', port + 2)
  isMissed = report(await measure(ours, limit))
  await ours.stop()
  await limit.stop()
  await expectExact(db)
} finally {
  load.stop()
  await db.end()
  await postgres.stop()
}
process.exit(options.check && isMissed ? 1 : 0)

async function seed(pool: Pool): Promise<void> {
  await migrate(pool)
  await pool`truncate scans, scan_counts, scan_day_counts, scan_count_deltas`
  await pool`
    insert into qr_codes (code, company, value, validity, count_start, redirection_url)
    select unnest(${codes}::bigint[]), 'Chai Point', 100, '2100-01-01', 0, 'https://example.test/offer'
    on conflict do nothing`
}

/** Starts a server as `npm start` does, with an unreachable rate limit. */
function start(file: string, at: number): Promise<Server> {
  const dataDir = `${folder}/${at}`
  mkdirSync(dataDir, { recursive: true })
  const log = openSync(`${dataDir}/server.log`, 'w')
  const env = {
    ...nodeFlags.server.env,
    ...process.env,
    DATABASE_URL: postgres.url,
    PORT: String(at),
    DATA_DIR: dataDir,
    PUBLIC_RATE_LIMIT: '100000000',
  }
  const child = spawn(process.execPath, [...nodeFlags.server.flags, fileURLToPath(new URL(file, root))], {
    env,
    stdio: ['ignore', log, log],
  })
  return ready(child, `http://127.0.0.1:${at}`, '/readyz')
}

type Turn = { scan: Measured; bare: Measured; look: Measured }

async function measure(ours: Server, limit: Server) {
  const run = ({ url }: Server, path: string, clients: number, howLong: number) => {
    const of = (code: number) => ({ path: `${path}?qr_code=${code}`, headers: { 'user-agent': phone } })
    const requests = Array.from({ length: clients }, (_, client) =>
      codes.map((_code, index) => of(codes[(index + client) % codes.length] ?? 0)),
    )
    return load.run({ url, seconds: howLong, requests })
  }
  const turn = async (clients: number, howLong: number, isFirst: boolean): Promise<Turn> => {
    const works = {
      scan: () => run(ours, '/', clients, howLong),
      bare: () => run(limit, '/bare', clients, howLong),
      look: () => run(limit, '/look', clients, howLong),
    }
    const measured: Partial<Turn> = {}
    const order = ['scan', 'bare', 'look'] as const
    for (const name of isFirst ? order : order.toReversed()) measured[name] = await works[name]()
    const refused = Object.values(measured).reduce((sum, one) => sum + one.refused, 0)
    if (refused > 0) throw new Error(`${refused} requests were refused`)
    return measured as Turn
  }
  // Warm-up of caches and the JIT compiler.
  await turn(manyClients, 1, true)
  const many: Turn[] = []
  const single: Turn[] = []
  const inserts: number[] = []
  for (let round = 0; round < rounds; round++) {
    many.push(await turn(manyClients, seconds, round % 2 === 0))
    single.push(await turn(1, seconds / 2, round % 2 === 0))
    inserts.push(await insertBare(db, 500))
  }
  return { many, single, insert: median(inserts) }
}

/** The p50 of inserting and committing one row with plain SQL: the time that the disk needs. */
async function insertBare(pool: Pool, milliseconds: number): Promise<number> {
  await pool`create table if not exists bare_inserts (code bigint not null, at timestamptz not null)`
  const times: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const start = performance.now()
    await pool`insert into bare_inserts values (1000, now())`
    times.push(performance.now() - start)
  }
  return median(times)
}

function report({ many, single, insert }: Awaited<ReturnType<typeof measure>>): boolean {
  const perSecond = (name: keyof Turn) => median(many.map((turn) => turn[name].perSecond))
  const p50 = (name: keyof Turn) => median(single.map((turn) => turn[name].p50))
  const ratios = (name: 'bare' | 'look') => ({
    // A ratio compares works of one round, because other work on the machine disturbs them alike.
    throughput: median(many.map(({ scan, [name]: other }) => scan.perSecond / other.perSecond)),
    p50: median(single.map(({ scan, [name]: other }) => scan.p50 / other.p50)),
  })
  const names = { scan: 'a durable scan', bare: '302, no look-up', look: '302, looked up, no write' }
  for (const name of ['scan', 'bare', 'look'] as const) {
    const line = `${names[name].padEnd(26)} ${Math.round(perSecond(name))}/s at ${manyClients} clients`
    console.log(`  ${line}, p50 ${p50(name).toFixed(2)} ms at one`)
  }
  console.log(`  one row inserted by hand   p50 ${insert.toFixed(2)} ms: the time of the disk`)
  const against = { bare: ratios('bare'), look: ratios('look') }
  for (const name of ['bare', 'look'] as const) {
    const { throughput, p50: delay } = against[name]
    console.log(
      `  against "${names[name]}": ${throughput.toFixed(2)} of the throughput, ${delay.toFixed(2)} × the p50`,
    )
  }
  const isMissed = against.bare.throughput < targets.throughput || against.look.p50 > targets.p50
  console.log(
    `  targets: ≥ ${targets.throughput} of a bare 302, ≤ ${targets.p50} × the p50 of one that is looked up`,
  )
  return isMissed
}

/** Every answered scan is stored, and the counters equal the rows. */
async function expectExact(pool: Pool): Promise<void> {
  const [found] = await pool<[{ rows: number; counted: number }]>`
    select (select count(*) from scans) as rows,
      (select coalesce(sum(scans), 0) from scan_counts where period = 'ever')::bigint
        + (select coalesce(sum(scans), 0) from scan_count_deltas)::bigint as counted`
  console.log(`  ${found.rows} scans written, ${found.counted} counted`)
  if (found.rows !== found.counted || found.rows === 0)
    throw new Error('The counters do not agree with the rows')
}
