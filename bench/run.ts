import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { wasBusy, watchMachine } from './machine.ts'
import { readOptions } from './options.ts'
import { type Bench, type Section } from './parts/part.ts'
import { parts } from './parts/parts.ts'
import { findPostmaster } from './processor.ts'
import type { Findings } from './report/findings.ts'
import { mib } from './report/format.ts'
import { findMisses } from './report/misses.ts'
import { writeReport } from './report/report.ts'
import { allowBareWrites, seed } from './seed/seed.ts'
import { root, startLoad } from './servers.ts'
import { memory as mostMemory, quickWorks, targets } from './targets.ts'
import { firstLine, measureGrowth, measureWorks, type Plan } from './works/measure.ts'

// `npm run bench`: measures everything and writes docs/performance.md. `npm run bench -- --quick --check` takes a
// minute and fails when a work is far below its target.

const options = readOptions({
  /** Sizes of the shop, smallest first. */
  orders: '10000,100000,1000000',
  /** Only works whose name contains one of these words, and parts of these names (or `growth`), with commas. */
  only: '',
  /** Some works at the smallest size, in about a minute. */
  quick: false,
  /** 0 means five rounds of three seconds, or the pace of `--quick`. */
  seconds: 0,
  rounds: 0,
  /** The URL of a running PostgreSQL on this machine, as our_print; without it the embedded one is started. */
  postgres: '',
  /** The first of ten ports. */
  port: 5610,
  /** Exits with 1 when a target is missed; `--quick` leaves room for noise. */
  check: false,
  /** The report; without it docs/performance.md for a whole run and no file for a quick one. */
  report: '',
})
const { quick, port } = options
const isWhole = !quick && options.only === '' && options.orders === '10000,100000,1000000'
const words = options.only.split(',').filter(Boolean)
const isNamed = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
const isPartNamed = (name: string) => words.length === 0 || words.includes(name)
const folder = fileURLToPath(new URL('.cache/bench/', root))
const say = (sentence: string) => console.log(`  ${sentence}`)

const started = Date.now()
const machine = watchMachine()
await machine.look(quick ? 500 : 3000)
mkdirSync(folder, { recursive: true })
const postgres = options.postgres
  ? { url: options.postgres, stop: async () => {} }
  : await startEmbeddedPostgres({ dataDir: folder, port, log: say })
const load = startLoad()
const findings: Findings = {
  quiet: machine.found(),
  postgres: '',
  isByProcessor: quick && wasBusy(machine.found()),
  rounds: 0,
  seconds: 0,
  sizes: [],
  parts: [],
}
try {
  await allowBareWrites(postgres)
  await measure(await prepare())
} finally {
  load.stop()
  await postgres.stop()
}
findings.quiet = machine.found()
const report = options.report || (isWhole ? 'docs/performance.md' : '')
if (report) await writeReport(findings, new URL(`file://${resolve(report)}`))
const misses = findMisses(findings, quick)
for (const { work, where, what } of misses) say(`Missed: ${work}, ${where}: ${what}`)
say(
  `Measured in ${Math.round((Date.now() - started) / 1000)} s${report && `; written to ${report}`}${quick && misses.length === 0 ? '; every target is kept, with room for noise' : ''}`,
)
process.exit(options.check && misses.length > 0 ? 1 : 0)

async function prepare(): Promise<Bench> {
  const home = connect(postgres.url, { max: 1 })
  const [{ backend, version }] = await home<[{ backend: number; version: string }]>`
    select pg_backend_pid() as backend, current_setting('server_version') as version`
  findings.postgres = version
  const postmaster = findPostmaster(backend)
  await home.end()
  const sizes = options.orders.split(',').map(Number)
  return {
    load,
    postmaster,
    postgresUrl: postgres.url,
    folder,
    port: port + 1,
    sizes: quick ? sizes.slice(0, 1) : sizes,
    seeded: (orders) => seed(postgres.url, orders, say),
    say,
  }
}

async function measure(bench: Bench): Promise<void> {
  const usual = quick
    ? { rounds: 3, seconds: 0.35, single: 0.2, warmUp: 100 }
    : { rounds: 5, seconds: 3, single: 1, warmUp: 300 }
  const pace = {
    ...usual,
    ...(options.rounds && { rounds: options.rounds }),
    ...(options.seconds && { seconds: options.seconds }),
  }
  const isQuickWork = (name: string) => !quick || words.length > 0 || quickWorks.some((work) => work === name)
  const plan: Plan = {
    pace,
    machine,
    isQuick: quick,
    isByProcessor: findings.isByProcessor,
    isChosen: (name) => isNamed(name) && isQuickWork(name),
  }
  if (findings.isByProcessor) say('The machine is busy: works are judged by CPU time')
  Object.assign(findings, { rounds: pace.rounds, seconds: pace.seconds })
  let memory = Number.NaN
  for (const orders of Object.keys(targets).some(plan.isChosen) ? bench.sizes : []) {
    const size = await measureWorks(bench, orders, plan)
    findings.sizes.push(size)
    memory = size.memory
  }
  if (quick) return
  const growing = { ...plan, pace: { ...pace, rounds: Math.min(3, pace.rounds), seconds: pace.seconds / 2 } }
  const isGrowthNamed = words.length === 0 || words.includes('growth')
  if (isGrowthNamed && bench.sizes.length > 1)
    findings.grown = await measureGrowth(bench, { ...growing, isChosen: () => true })
  findings.parts.push({ title: 'Memory', section: isWhole ? memorySection(memory) : undefined })
  for (const { name, title, measure } of parts) {
    if (!isPartNamed(name)) {
      findings.parts.push({ title, section: undefined })
      continue
    }
    console.log(`\n${title}`)
    await machine.look(1000)
    const section = await measure(bench).catch((error: unknown) => {
      console.error(error)
      return { failure: firstLine(error) }
    })
    findings.parts.push({ title, section })
    if ('rows' in section)
      for (const { work, measured, beside = '', isKept } of section.rows)
        say(`${work}: ${measured} ${beside} ${isKept === false ? 'MISSED' : ''}`)
  }
}

function memorySection(bytes: number): Section {
  return {
    about: 'Of the server process after all works at the largest size.',
    rows: [
      {
        work: 'memory after the works',
        measured: mib(bytes),
        target: `≤ ${mostMemory} MiB`,
        isKept: bytes <= mostMemory * 2 ** 20,
      },
    ],
  }
}
