import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../server/src/app/start/embeddedDatabase.ts'
import { measureGrowth } from './growth.ts'
import { measureImport } from './imports.ts'
import { measureMemory } from './memory.ts'
import { measureMoney } from './money.ts'
import { type Row, withTable } from './page.ts'
import { reactAdmin } from './reactAdmin/serve.ts'
import { measureIntake, measureList, measureOrder, measurePatch } from './requests.ts'
import { measureScans } from './scans.ts'
import { measureSearch } from './search.ts'
import { root, startLoad } from './servers.ts'
import { type Bench, openShops } from './shop.ts'
import { measureViews } from './views.ts'

// `npm run bench` measures everything and writes the tables of docs/performance.md.
//
//   npm run bench -- list patch            only these parts
//   npm run bench -- --orders 10000        a quick try in a small shop, written to .cache/bench/performance.md
//   npm run bench -- list --server ../old  the product of another checkout, with its packages installed: the column
//                                          “before” in place of “now”
//
// Another checkout is started by its own scripts/start.mjs and compared with its own bench/limit.ts. Seeded databases are
// kept in .cache/bench, which may be deleted at any time.

type Part = { name: string; heading: string; beside?: string; measure: (bench: Bench) => Promise<Row[]> }

const parts: Part[] = [
  { name: 'list', heading: 'List of orders', measure: measureList },
  { name: 'order', heading: 'One order', measure: measureOrder },
  { name: 'patch', heading: 'PATCH of a status', measure: measurePatch },
  { name: 'search', heading: 'Search', measure: measureSearch },
  { name: 'growth', heading: 'Growth', measure: measureGrowth },
  { name: 'memory', heading: 'Memory', measure: measureMemory },
  { name: 'money', heading: 'Money', measure: measureMoney },
  { name: 'view', heading: 'In the browser', beside: reactAdmin, measure: measureViews },
  { name: 'intake', heading: 'Intake of orders', measure: measureIntake },
  { name: 'scan', heading: 'QR scans', measure: measureScans },
  { name: 'import', heading: 'Import of voucher codes', measure: measureImport },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '1000000' },
    /** The checkout whose product is measured. */
    server: { type: 'string', default: root },
    /** Of each turn; a work has three for each side and number of clients. */
    seconds: { type: 'string', default: '2' },
  },
})
const unknown = positionals.find((name) => !parts.some((part) => part.name === name))
if (unknown) throw new Error(`There is no part ${unknown}: ${parts.map(({ name }) => name).join(', ')}`)
const orders = Number(values.orders)
const checkout = resolve(values.server)
const isOther = checkout !== resolve(root)
const say = (sentence: string) => console.log(`  ${sentence}`)

const folder = join(root, '.cache/bench')
const runFolder = join(folder, 'run')
rmSync(runFolder, { recursive: true, force: true })
mkdirSync(runFolder, { recursive: true })
const committed = join(root, 'docs/performance.md')
const page = orders === 1_000_000 ? committed : join(folder, 'performance.md')
if (!existsSync(page)) writeFileSync(page, readFileSync(committed))

const since = Date.now()
const failed: string[] = []
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: say })
const load = startLoad()
const shops = await openShops({ checkout, folder: runFolder, postgres, say })
try {
  const pace = { seconds: Number(values.seconds), rounds: 3 }
  const { postmaster, open } = shops
  const bench = { checkout, folder: runFolder, postgres, say, orders, isOther, load, postmaster, pace, open }
  for (const part of parts) {
    if (positionals.length > 0 && !positionals.includes(part.name)) continue
    console.log(`\n${part.heading}`)
    try {
      await run(part, bench)
    } catch (error) {
      console.error(error instanceof Error ? error.stack : error)
      failed.push(part.name)
    }
  }
} finally {
  load.stop()
  await shops.close()
  await postgres.stop()
}
say(
  `Measured in ${Math.round((Date.now() - since) / 1000)} s, PostgreSQL ${shops.version}; written to ${page}`,
)
if (failed.length > 0) say(`Not measured: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

async function run({ measure, ...part }: Part, bench: Bench): Promise<void> {
  const rows = await measure(bench)
  for (const { work, measured, beside, isKept } of rows)
    say(
      `${work}: ${measured}${isKept === false ? ' MISSED' : ''}${beside ? ` (${part.beside}: ${beside})` : ''}`,
    )
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, withTable(text, { ...part, rows }, isOther ? 'before' : 'now', about()))
}

/** The commit, the day, and how busy the machine was over the last minute, mostly with this. */
function about(): string {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: checkout, encoding: 'utf8' })
  return `${commit.trim()}, ${new Date().toISOString().slice(0, 10)}, load ${(loadavg()[0] ?? 0).toFixed(1)}`
}
