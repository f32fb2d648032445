import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connect, type Pool } from '../server/src/database/db.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { dropDatabase } from '../server/test/dropDatabase.ts'
import { median } from './compare.ts'
import type { Measured } from './load.ts'
import { readOptions } from './options.ts'
import { nodeFlags, ready, root, type Server, startLoad } from './servers.ts'

// `npm run bench:scans`: scans, each durable before its response, compared with the same server answering 302 without a
// write (redirectServer.ts), in turn.

/** `throughput` beside a bare 302 at 64 clients, at least; `p50` beside one that is looked up, at one client, at most. */
export const scanTargets = { throughput: 0.8, p50: 1.6 }

type Load = ReturnType<typeof startLoad>
type Options = {
  /** The URL of a running PostgreSQL; the benchmark makes a database of its own and drops it. */
  postgresUrl: string
  folder: string
  /** The first of two ports. */
  port: number
  rounds: number
  seconds: number
}

/** Requests a second at 64 clients and milliseconds at one. */
type Speed = { perSecond: number; p50: number }
export type ScanFigures = {
  scan: Speed
  bare: Speed
  look: Speed
  /** Beside a 302 without a look-up, and beside one with a look-up and without a write. */
  besideBare: { throughput: number; p50: number }
  besideLook: { throughput: number; p50: number }
  /** The p50 of one row inserted and committed with plain SQL: the time of the disk. */
  insert: number
  /** The p50 of a bare 302 and of the inserted row together, beside a 302 with a look-up: no scan can be faster. */
  least: number
}

const manyClients = 64
const codes = Array.from({ length: 50 }, (_, index) => 1000 + index)
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** Measures scans in a new database; fails if an answered scan is not stored and counted. */
export async function measureScans(load: Load, options: Options): Promise<ScanFigures> {
  return withDatabase(options.postgresUrl, async (databaseUrl, db) => {
    await seed(db)
    const start = (file: string, port: number) => startServer(file, port, databaseUrl, options.folder)
    const ours = await start('server/src/main.ts', options.port)
    const limit = await start('bench/redirectServer.ts', options.port + 1)
    try {
      return await measure({ ours, limit, load, db }, options)
    } finally {
      await ours.stop()
      await limit.stop()
      await expectExact(db)
    }
  })
}

async function withDatabase<T>(
  serverUrl: string,
  work: (databaseUrl: string, db: Pool) => Promise<T>,
): Promise<T> {
  const name = 'bench_scans'
  const home = connect(serverUrl, { max: 1 })
  await dropDatabase(home, name)
  await home`create database ${home(name)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = connect(url.href, { max: 2 })
  try {
    return await work(url.href, db)
  } finally {
    await db.end()
    await dropDatabase(home, name)
    await home.end()
  }
}

async function seed(db: Pool): Promise<void> {
  await migrate(db)
  await db`
    insert into qr_codes (code, company, value, validity, count_start, redirection_url)
    select unnest(${codes}::bigint[]), 'Chai Point', 100, '2100-01-01', 0, 'https://example.test/offer'`
}

/** Starts a server as `npm start` does, with an unreachable rate limit. */
function startServer(file: string, port: number, databaseUrl: string, folder: string): Promise<Server> {
  const dataDir = `${folder}/${port}`
  mkdirSync(dataDir, { recursive: true })
  const log = openSync(`${dataDir}/server.log`, 'w')
  const env = {
    ...nodeFlags.server.env,
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_RATE_LIMIT: '100000000',
  }
  const child = spawn(process.execPath, [...nodeFlags.server.flags, fileURLToPath(new URL(file, root))], {
    env,
    stdio: ['ignore', log, log],
  })
  return ready(child, `http://127.0.0.1:${port}`, '/readyz')
}

type Turn = { scan: Measured; bare: Measured; look: Measured }
type Parties = { ours: Server; limit: Server; load: Load; db: Pool }

async function measure(
  { ours, limit, load, db }: Parties,
  { rounds, seconds }: Options,
): Promise<ScanFigures> {
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
  await turn(manyClients, Math.min(1, seconds), true)
  const many: Turn[] = []
  const single: Turn[] = []
  const inserts: number[] = []
  for (let round = 0; round < rounds; round++) {
    many.push(await turn(manyClients, seconds, round % 2 === 0))
    single.push(await turn(1, seconds / 2, round % 2 === 0))
    inserts.push(await insertBare(db, 500))
  }
  const speed = (name: keyof Turn): Speed => ({
    perSecond: median(many.map((each) => each[name].perSecond)),
    p50: median(single.map((each) => each[name].p50)),
  })
  // A ratio compares works of one round, because other work on the machine disturbs them alike.
  const beside = (name: keyof Turn) => ({
    throughput: median(many.map((each) => each.scan.perSecond / each[name].perSecond)),
    p50: median(single.map((each) => each.scan.p50 / each[name].p50)),
  })
  return {
    scan: speed('scan'),
    bare: speed('bare'),
    look: speed('look'),
    besideBare: beside('bare'),
    besideLook: beside('look'),
    insert: median(inserts),
    least: median(single.map(({ bare, look }, round) => (bare.p50 + (inserts[round] ?? 0)) / look.p50)),
  }
}

/** The p50 of inserting and committing one row with plain SQL: the time that the disk needs. */
async function insertBare(db: Pool, milliseconds: number): Promise<number> {
  await db`create table if not exists bare_inserts (code bigint not null, at timestamptz not null)`
  const times: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const start = performance.now()
    await db`insert into bare_inserts values (1000, now())`
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Every answered scan is stored, and the counters equal the rows. */
async function expectExact(db: Pool): Promise<void> {
  const [found] = await db<[{ rows: number; counted: number }]>`
    select (select count(*) from scans) as rows,
      (select coalesce(sum(scans), 0) from scan_counts where period = 'ever')::bigint
        + (select coalesce(sum(scans), 0) from scan_count_deltas)::bigint as counted`
  if (found.rows !== found.counted || found.rows === 0)
    throw new Error('The counters do not agree with the rows')
}

/** Whether the targets are reached. */
export const scansAreFast = ({ besideBare, besideLook }: ScanFigures) =>
  besideBare.throughput >= scanTargets.throughput && besideLook.p50 <= scanTargets.p50

function print(figures: ScanFigures): void {
  const { besideBare, besideLook, insert, least } = figures
  const names = { scan: 'a durable scan', bare: '302, no look-up', look: '302, looked up, no write' }
  for (const name of ['scan', 'bare', 'look'] as const) {
    const { perSecond, p50 } = figures[name]
    const line = `${names[name].padEnd(26)} ${Math.round(perSecond)}/s at ${manyClients} clients`
    console.log(`  ${line}, p50 ${p50.toFixed(2)} ms at one`)
  }
  console.log(`  one row inserted by hand   p50 ${insert.toFixed(2)} ms: the time of the disk`)
  for (const [name, { throughput, p50 }] of [
    [names.bare, besideBare],
    [names.look, besideLook],
  ] as const) {
    console.log(`  beside "${name}": ${throughput.toFixed(2)} of the throughput, ${p50.toFixed(2)} × the p50`)
  }
  console.log(`  a bare 302 and the inserted row together: ${least.toFixed(2)} × the p50 of one looked up`)
  const { throughput, p50 } = scanTargets
  console.log(`  targets: ≥ ${throughput} of a bare 302, ≤ ${p50} × the p50 of one that is looked up`)
}

async function main(): Promise<void> {
  const options = readOptions({
    rounds: 5,
    seconds: 3,
    folder: fileURLToPath(new URL('.cache/bench/scans/', root)),
    /** The port of PostgreSQL; the two servers use the next two. */
    port: 5620,
    /** Exits with 1 when a target is missed. */
    check: false,
  })
  const { folder, port, check } = options
  mkdirSync(folder, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    port,
    log: (line) => console.log(`  ${line}`),
  })
  const load = startLoad()
  let figures: ScanFigures
  try {
    figures = await measureScans(load, { ...options, postgresUrl: postgres.url, port: port + 1 })
  } finally {
    load.stop()
    await postgres.stop()
  }
  print(figures)
  process.exit(check && !scansAreFast(figures) ? 1 : 0)
}

if (import.meta.main) await main()
