import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, openAsBlob, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type VoucherImport } from '@our-print/contract/voucherImports.ts'
import { codeAlphabet } from '@our-print/contract/vouchers.ts'
import { connect, type Pool } from '../server/src/database/db.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { dropDatabase } from '../server/test/dropDatabase.ts'
import { median } from './compare.ts'
import { openSession } from './openSession.ts'
import { readOptions } from './options.ts'
import { readMemory, root, type Server, startOurs } from './servers.ts'

// `npm run bench:import`: an import through our server, compared in turn with hand-written SQL for the same file and
// tables (COPY, one sorted merge, commit). Each run has a fresh database. Measures the list of vouchers and the server's
// memory meanwhile.

const lastDay = '2099-12-31'
const ports = { postgres: 4651, server: 4652 }
const pause = 20

type Reading = { url: string; token: string }

async function main() {
  const options = readOptions({
    codes: 1_000_000,
    rounds: 3,
    /** The file has the columns voucher_detail and cost too. */
    details: false,
    folder: fileURLToPath(new URL('.cache/bench/import', root)),
  })
  const { folder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await writeCodes(folder, options.codes, options.details)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, port: ports.postgres, log: () => {} })
  try {
    const template = await prepare(postgres.url)
    const each = <T>(work: (shop: Shop) => Promise<T>) => inFreshShop(postgres.url, template, folder, work)
    const ratios: number[] = []
    const computed: number[] = []
    const growths: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      const [byHand, ours] = await inTurns(round, each, file)
      ratios.push(ours.seconds / byHand.seconds)
      computed.push(ours.processor / byHand.processor)
      growths.push(ours.growth)
      print(
        `by hand ${describe(byHand)}, ours ${describe(ours)}: ${(ours.seconds / byHand.seconds).toFixed(2)}`,
      )
      print(`  memory +${megabytes(ours.growth)}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
    }
    const beside = await each((shop) => readBeside(shop, () => importOurs(shop, file)))
    const besideHand = await each((shop) => readBeside(shop, () => importByHand(shop, file)))
    print(
      `\nratio ${median(ratios).toFixed(2)} (at most 1.3), of time computed ${median(computed).toFixed(2)}`,
    )
    print(`memory +${megabytes(Math.max(...growths))} (less than 150 MB)`)
    print(
      `list p99 idle ${ms(beside.idle)}, during ${ms(beside.during)}: ${(beside.during / beside.idle).toFixed(1)} (at most 3)`,
    )
    print(
      `  while one imports by hand: ${ms(besideHand.idle)}, ${ms(besideHand.during)}: ${(besideHand.during / besideHand.idle).toFixed(1)}`,
    )
  } finally {
    await postgres.stop()
  }
  process.exit(0)
}

const print = (line: string) => console.log(line)
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const describe = ({ seconds, processor }: { seconds: number; processor: number }) =>
  `${seconds.toFixed(2)} s (${processor.toFixed(2)} s computed)`
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

async function writeCodes(folder: string, count: number, details: boolean): Promise<string> {
  const path = `${folder}/codes-${count}${details ? '-details' : ''}.csv`
  if (existsSync(path)) return path
  const lines = [details ? 'voucher_code,voucher_detail,cost' : 'voucher_code']
  for (let n = 0; n < count; n++) {
    const code = Array.from(randomBytes(12), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
    lines.push(details ? `${code},Gift card no. ${n % 5},${n % 5}0.50` : code)
  }
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

type Shop = { db: Pool; server: Server; token: string; client: string }

/** A migrated database with a few vouchers to list. */
async function prepare(serverUrl: string): Promise<string> {
  const name = 'import_template'
  const home = connect(serverUrl, { max: 1 })
  await dropDatabase(home, name)
  await home.unsafe(`create database ${name}`)
  await home.end()
  const db = connect(at(serverUrl, name), { max: 1 })
  await migrate(db)
  await db`
    insert into clients (name, contact, joined_on, client_type, address)
    select 'Company ' || n, '9800000000', '2026-01-01', 1,
      '{"city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001"}'
    from generate_series(1, 20) n`
  await db`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    select id, 'Listed', 100, ${lastDay}, false from clients`
  await db`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select id, client_id, 'LISTED' || n from voucher_infos, generate_series(1, 500) n`
  await db`vacuum (analyze)`
  await db.end()
  return name
}

function at(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function inFreshShop<T>(
  serverUrl: string,
  template: string,
  folder: string,
  work: (shop: Shop) => Promise<T>,
): Promise<T> {
  const name = 'import_run'
  const home = connect(serverUrl, { max: 1 })
  await dropDatabase(home, name)
  await home.unsafe(`create database ${name} template ${template}`)
  const url = at(serverUrl, name)
  const server = await startOurs(url, ports.server, `${folder}/server`)
  const db = connect(url, { max: 2 })
  try {
    const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
    const [client] = await db<[{ id: string }]>`select id from clients limit 1`
    const shop = { db, server, token: await openSession(db, admin.id), client: client.id }
    for (let n = 0; n < 300; n++) await list({ url: server.url, token: shop.token })
    return await work(shop)
  } finally {
    await db.end()
    await server.stop()
    await dropDatabase(home, name)
    await home.end()
  }
}

type Each = <T>(work: (shop: Shop) => Promise<T>) => Promise<T>

/** Alternates which of the two runs first. */
async function inTurns(round: number, each: Each, file: string) {
  const byHand = () => each((shop) => importByHand(shop, file))
  const ours = () => each((shop) => importOurs(shop, file))
  if (round % 2 === 0) return [await byHand(), await ours()] as const
  const first = await ours()
  return [await byHand(), first] as const
}

/** As in psql: `\copy` into a staging table, then insert the new codes in the order of the index. */
async function importByHand({ db, client }: Shop, file: string) {
  const spent = await processorTime(db)
  const since = performance.now()
  await db.begin(async (tx) => {
    await tx`
      create temp table staging (voucher_code text collate "C", voucher_detail text default 'Voucher',
        cost numeric default 0) on commit drop`
    const columns = file.includes('details') ? 'voucher_code, voucher_detail, cost' : 'voucher_code'
    const copy = tx.unsafe(`copy staging (${columns}) from stdin with (format csv, header)`)
    await pipeline(createReadStream(file), await copy.writable())
    await tx`analyze staging`
    await tx`
      insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
      select distinct ${client}::uuid, voucher_detail, (cost * 100)::bigint, ${lastDay}::date, false from staging`
    await tx`
      insert into vouchers (voucher_info_id, client_id, voucher_code)
      select i.id, i.client_id, s.voucher_code
      from (select distinct on (voucher_code) * from staging order by voucher_code) s
      join voucher_infos i on i.client_id = ${client} and i.voucher_detail = s.voucher_detail
        and i.cost = (s.cost * 100)::bigint
      where not exists (select from vouchers v where v.client_id = ${client} and v.voucher_code = s.voucher_code)
      order by s.voucher_code`
  })
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
  const reader = fork(fileURLToPath(import.meta.url), ['read', server.url, token])
  const take = () =>
    new Promise<number[]>((resolve) => {
      reader.once('message', (times: number[]) => resolve(times))
      reader.send('take')
    })
  await sleep(2000)
  await take()
  await sleep(10_000)
  const idle = p99(await take())
  await work()
  const during = p99(await take())
  reader.kill()
  return { idle, during }
}

const p99 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

/** Requests the list repeatedly in a process of its own, so that the uploading process does not delay it. */
async function readRepeatedly(reading: Reading) {
  let times: number[] = []
  process.on('message', () => {
    process.send?.(times)
    times = []
  })
  for (;;) {
    const since = performance.now()
    await list(reading)
    times.push(performance.now() - since)
    await sleep(pause)
  }
}

async function list({ url, token }: Reading): Promise<void> {
  const reply = await fetch(`${url}/api/get-voucher/`, { headers: { authorization: `Token ${token}` } })
  if (!reply.ok) throw new Error(`${reply.status} for the list`)
  await reply.arrayBuffer()
}

const [task, url = '', token = ''] = process.argv.slice(2)
if (task === 'read') await readRepeatedly({ url, token })
else await main()
