import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { connect } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { compare, type Figures } from './compare.ts'
import { openSession } from './openSession.ts'
import { readOptions } from './options.ts'
import { type Findings, missed, printFigures, writeReport } from './report.ts'
import { measureSecondStart } from './secondStart.ts'
import { allowBareWrites, seed } from './seed.ts'
import { readMemory, root, startLimit, startLoad, startOurs } from './servers.ts'
import { measureWeb } from './webSizes.ts'
import { worksOn } from './works.ts'

// `npm run bench`: compares our server with the limit (limit.ts) in turn and writes docs/performance.md.

const options = readOptions({
  /** Sizes of the shop, smallest first; the targets apply to the last. */
  orders: '10000,100000,1000000',
  /** Only works whose name contains this; writes no report. */
  only: '',
  /** A small shop and short rounds, to try the benchmark itself; writes no report. */
  quick: false,
  /** 0 means the default of the size, here and for rounds. */
  seconds: 0,
  rounds: 0,
  /** The URL of a running PostgreSQL, as our_print; without it the embedded one is started. */
  postgres: '',
  /** The first of four ports: PostgreSQL, our server, the limit, the second start. */
  port: 5610,
  /** Exits with 1 when a target is missed. */
  check: false,
})
const sizes = options.quick ? [10_000] : options.orders.split(',').map(Number)
const say = (sentence: string) => console.log(`  ${sentence}`)
const folder = fileURLToPath(new URL('.cache/bench/', root))
const { port } = options
const ports = { postgres: port, ours: port + 1, limit: port + 2, start: port + 3 }

mkdirSync(folder, { recursive: true })
const postgres = options.postgres
  ? { url: options.postgres, stop: async () => {} }
  : await startEmbeddedPostgres({ dataDir: folder, port: ports.postgres, log: say })
await allowBareWrites(postgres)
const load = startLoad()
const findings: Findings = { load: loadavg()[0] ?? 0, sizes: [] }
try {
  for (const orders of sizes) findings.sizes.push(await measureSize(orders, orders === sizes.at(-1)))
} finally {
  load.stop()
  await postgres.stop()
}
if (!options.quick && !options.only) {
  findings.web = measureWeb()
  findings.secondStart = await measureSecondStart(`${folder}start`, ports.start)
  await writeReport(findings)
  say('Written to docs/performance.md')
}
const misses = missed(findings)
for (const miss of misses) say(`Missed: ${miss}`)
process.exit(options.check && misses.length > 0 ? 1 : 0)

async function measureSize(orders: number, last: boolean) {
  const databaseUrl = await seed(postgres.url, orders, say)
  const db = connect(databaseUrl, { max: 2 })
  const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const token = await openSession(db, admin.id)
  const ours = await startOurs(databaseUrl, ports.ours, `${folder}server`)
  const limit = await startLimit(databaseUrl, ports.limit, ours.url)
  const pace = {
    rounds: options.rounds || (options.quick ? 1 : last ? 5 : 2),
    seconds: options.seconds || (options.quick ? 1 : last ? 3 : 1),
  }
  try {
    console.log(`\n${orders.toLocaleString('en')} orders`)
    const figures: Figures[] = []
    for (const work of worksOn(db, token, orders)) {
      if (options.only && !work.name.includes(options.only)) continue
      figures.push(await compare(work, { ours, limit, load }, pace))
      printFigures(figures.at(-1))
    }
    const memory = await readMemory(ours)
    say(`our server's memory: ${Math.round(memory / 2 ** 20)} MiB`)
    return { orders, figures, memory }
  } finally {
    await Promise.all([ours.stop(), limit.stop()])
    await db.end()
  }
}
