import { createReadStream, openAsBlob, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type VoucherImport } from '@our-print/contract/voucherImports.ts'
import type { Pool } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { median } from './compare.ts'
import {
  dropTemplate,
  type ImportOptions,
  inFreshShop,
  lastDay,
  listPath,
  prepareTemplate,
  type Shop,
  writeCodes,
} from './importShop.ts'
import { readOptions } from './options.ts'
import { type Quantities, readMemory, root, type Server, startReader } from './servers.ts'

// `npm run bench:import`: an import through our server, compared in turn with a bare COPY of the same codes into the same
// table with its indexes, constraints and triggers: no staging, no check for doubles, one transaction. Each run has a
// fresh database. Measures the list of vouchers and the server's memory meanwhile.

/** `ratio` to the speed of the bare COPY, at least; `megabytes` more memory, at most; a list's p99 meanwhile, at most. */
export const importTargets = { ratio: 0.8, megabytes: 30, list: 3 }

type Run = { seconds: number; processor: number }
export type ImportFigures = {
  /** Medians, in seconds; `processor` is CPU time of PostgreSQL's connections and of our server. */
  copy: Run
  ours: Run
  /** How fast ours is beside the bare COPY: medians of the rounds. */
  ratio: number
  processorRatio: number
  /** Bytes of memory that our server takes more, in the worst round. */
  growth: number
  /** p99 of a list, in milliseconds. */
  list: { idle: number; during: number }
}

/** Measures imports and bare COPYs in turn. */
export async function measureImport(options: ImportOptions): Promise<ImportFigures> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const file = await writeCodes(options)
  const copyFile = await prepareTemplate(options, file)
  const inShop = <T>(work: (shop: Shop) => Promise<T>) => inFreshShop(options, work)
  const copies: Run[] = []
  const imports: (Run & { growth: number })[] = []
  for (let round = 0; round < options.rounds; round++) {
    const works = [
      async () => copies.push(await inShop((shop) => copyBare(shop, copyFile))),
      async () => imports.push(await inShop((shop) => importOurs(shop, file))),
    ]
    for (const work of round % 2 === 0 ? works : works.toReversed()) await work()
  }
  const list = await inShop((shop) => readBeside(shop, () => importOurs(shop, file)))
  await dropTemplate(options.postgresUrl)
  const ratio = (read: (run: Run) => number) =>
    median(imports.map((run, round) => read(copies[round] ?? run) / read(run)))
  const medians = (runs: Run[]): Run => ({
    seconds: median(runs.map(({ seconds }) => seconds)),
    processor: median(runs.map(({ processor }) => processor)),
  })
  return {
    copy: medians(copies),
    ours: medians(imports),
    ratio: ratio(({ seconds }) => seconds),
    processorRatio: ratio(({ processor }) => processor),
    growth: Math.max(...imports.map(({ growth }) => growth)),
    list,
  }
}

/** Whether the targets are reached. */
export const importIsFast = ({ ratio, growth, list }: ImportFigures) =>
  ratio >= importTargets.ratio &&
  growth <= importTargets.megabytes * 1e6 &&
  list.during <= importTargets.list * list.idle

/** As `\copy` in psql. */
async function copyBare({ db }: Shop, copyFile: string): Promise<Run> {
  const spent = await processorTime(db)
  const since = performance.now()
  const copy = db`copy vouchers (voucher_info_id, client_id, voucher_code) from stdin`
  await pipeline(createReadStream(copyFile), await copy.writable())
  const seconds = (performance.now() - since) / 1000
  return { seconds, processor: (await processorTime(db)) - spent }
}

/** The same through the API, including the transfer of the file. */
async function importOurs({ db, server, token, client }: Shop, file: string) {
  const before = await readMemory(server)
  const spent = (await processorTime(db)) + (await processorTimeOf(server))
  let most = before
  const watching = new AbortController()
  const watched = (async () => {
    while (!watching.signal.aborted) {
      most = Math.max(most, await readMemory(server))
      await sleep(200)
    }
  })()
  const form = new FormData()
  form.append('file', await openAsBlob(file), 'codes.csv')
  const since = performance.now()
  const reply = await fetch(`${server.url}/api/upload_vouchers/?client_id=${client}&expiry_date=${lastDay}`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    body: form,
  })
  const answer = (await reply.json()) as VoucherImport
  const seconds = (performance.now() - since) / 1000
  watching.abort()
  await watched
  const processor = (await processorTime(db)) + (await processorTimeOf(server)) - spent
  if (reply.status !== 200 || answer.skipped_count > 0) throw new Error(JSON.stringify(answer).slice(0, 500))
  return { seconds, processor, growth: most - before }
}

/** CPU seconds of the database's connections, which other work on the machine does not lengthen (Linux only). */
async function processorTime(db: Pool): Promise<number> {
  const connections = await db<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`
  const ticks = connections.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

async function processorTimeOf({ url }: Server): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
}

/** The p99 of the list on an idle server and while `work` runs. */
async function readBeside({ server, token }: Shop, work: () => Promise<unknown>) {
  const reader = startReader(server, token, [listPath])
  await sleep(2000)
  const idle = p99(await reader.during(() => sleep(10_000)))
  const during = p99(await reader.during(work))
  reader.stop()
  return { idle, during }
}

const p99 = ({ [listPath]: times = [] }: Quantities) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

function print({ copy, ours, ratio, processorRatio, growth, list }: ImportFigures): void {
  const describe = ({ seconds, processor }: Run) =>
    `${seconds.toFixed(2)} s (${processor.toFixed(2)} s computed)`
  console.log(`  bare COPY ${describe(copy)}, ours ${describe(ours)}`)
  console.log(
    `  ${ratio.toFixed(2)} of its speed (at least ${importTargets.ratio}), of time computed ${processorRatio.toFixed(2)}`,
  )
  console.log(`  memory +${Math.round(growth / 1e6)} MB (at most ${importTargets.megabytes})`)
  const times = `idle ${list.idle.toFixed(1)} ms, during ${list.during.toFixed(1)} ms`
  console.log(`  list p99 ${times}: ${(list.during / list.idle).toFixed(1)} (at most ${importTargets.list})`)
}

async function main(): Promise<void> {
  const options = readOptions({
    codes: 1_000_000,
    rounds: 3,
    /** The file has the columns voucher_detail and cost too. */
    details: false,
    folder: fileURLToPath(new URL('.cache/bench/import', root)),
    /** The port of PostgreSQL; our server uses the next one. */
    port: 4651,
    /** Exits with 1 when a target is missed. */
    check: false,
  })
  const { folder, port, check } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const postgres = await startEmbeddedPostgres({ dataDir: folder, port, log: () => {} })
  let figures: ImportFigures
  try {
    figures = await measureImport({ ...options, postgresUrl: postgres.url, port: port + 1 })
  } finally {
    await postgres.stop()
  }
  print(figures)
  process.exit(check && !importIsFast(figures) ? 1 : 0)
}

if (import.meta.main) await main()
