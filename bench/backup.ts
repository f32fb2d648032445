import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as snapshot from '../server/src/backup/snapshot.queries.ts'
import { connect, type Pool } from '../server/src/database/db.ts'
import { hashToken } from '../server/src/session/session.queries.ts'
import { median } from './compare.ts'
import { readOptions } from './options.ts'
import { nodeFlags, ready, root, type Server } from './servers.ts'

// `npm run bench:backup`: `npm run backup` of a large running demo shop, compared in turn with PostgreSQL's COPY of the
// same tables into files; the memory of the command; and the response time of a list meanwhile.

const options = readOptions({
  orders: 1_000_000,
  rounds: 3,
  /** The data folder; an existing shop in it is used. */
  folder: fileURLToPath(new URL('.cache/bench/backup', root)),
  port: 4661,
})
const { port } = options
const env = { ...process.env, DATA_DIR: options.folder, PORT: String(port), LOG_LEVEL: 'warn' }
const start = (file: string, ...given: string[]) => {
  const node = file.endsWith('main.ts') ? nodeFlags.server : nodeFlags.command
  return spawn(process.execPath, [...node.flags, fileURLToPath(new URL(file, root)), ...given], {
    env: { ...node.env, ...env },
    stdio: 'inherit',
  })
}
const print = (line: string) => console.log(`  ${line}`)

await mkdir(options.folder, { recursive: true })
const server = await ready(
  start('server/src/main.ts', '--demo', '--orders', String(options.orders)),
  `http://127.0.0.1:${port}`,
  '/readyz',
)
const own = connect(urlOf('our_print', 'password'), { max: 1 })
const superuser = connect(
  urlOf('postgres', existsSync(inPostgres('superuser-password')) ? 'superuser-password' : 'password'),
  { max: 1 },
)
const copies = join(inPostgres(''), 'bare-copy')
try {
  const token = await openSession(own)
  const ratios: number[] = []
  for (let round = 0; round < options.rounds; round++) {
    const bare = await copyBare()
    const made = await backUp()
    ratios.push(made.seconds / bare)
    print(
      `COPY ${bare.toFixed(1)} s; backup ${made.seconds.toFixed(1)} s, ${megabytes(made.bytes)}, at most ` +
        `${megabytes(made.memory)} of memory: ${(made.seconds / bare).toFixed(2)} (load ${loadavg()[0]?.toFixed(1)})`,
    )
  }
  print(`ratio ${median(ratios).toFixed(2)} (at most 1.5)`)
  const idle = await readBeside(server, token, sleep(15_000))
  const beside = await readBeside(server, token, backUp())
  const copying = await readBeside(server, token, copyBare())
  print(
    `list, p99: idle ${ms(idle)}, beside a backup ${ms(beside)} (${(beside / idle).toFixed(1)} of idle, at most 3)`,
  )
  print(`beside the bare COPY ${ms(copying)} (${(copying / idle).toFixed(1)})`)
} finally {
  await own.end()
  await superuser.end()
  await rm(copies, { recursive: true, force: true })
  await server.stop()
}

/** PostgreSQL writes one file per table; returns seconds. */
async function copyBare(): Promise<number> {
  await rm(copies, { recursive: true, force: true })
  await mkdir(copies)
  await chmod(copies, 0o777)
  const tables = await snapshot.tablesToCopy(own)
  const since = performance.now()
  for (const { name, columns } of tables) {
    await superuser.unsafe(`copy ${name} (${columns.join(', ')}) to '${join(copies, `${name}.tsv`)}'`)
  }
  return (performance.now() - since) / 1000
}

/** Runs the backup command in a process of its own and watches its memory. */
async function backUp(): Promise<{ seconds: number; bytes: number; memory: number }> {
  const target = join(options.folder, 'bench.tar')
  await rm(target, { force: true })
  const since = performance.now()
  const child = start('server/src/backupCommand.ts', target)
  const state = { memory: 0, isOver: false }
  const watching = (async () => {
    while (!state.isOver) {
      state.memory = Math.max(state.memory, peakMemory(child))
      await sleep(50)
    }
  })()
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = (performance.now() - since) / 1000
  state.isOver = true
  await watching
  if (code !== 0) throw new Error(`the backup ended with ${code}`)
  const { size } = await stat(target)
  await rm(target)
  return { seconds, bytes: size, memory: state.memory }
}

function peakMemory({ pid }: ChildProcess): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The p99 of the first page of a list, requested by one client until `work` ends. */
async function readBeside({ url }: Server, token: string, work: Promise<unknown>): Promise<number> {
  const state = { isOver: false }
  const over = work.finally(() => {
    state.isOver = true
  })
  const times: number[] = []
  while (!state.isOver) {
    const since = performance.now()
    const reply = await fetch(`${url}/api/all-orders/?status=assigned`, {
      headers: { authorization: `Token ${token}` },
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the list answered ${reply.status}`)
    times.push(performance.now() - since)
    await sleep(5)
  }
  await over
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

async function openSession(db: Pool): Promise<string> {
  const token = `bench${Date.now()}`
  await db`
    insert into sessions (token_hash, staff_user)
    select ${hashToken(token)}, id from staff_users where is_superuser limit 1`
  return token
}

function inPostgres(name: string): string {
  return join(options.folder, 'postgres', name)
}

function urlOf(user: string, passwordFile: string): string {
  const read = (name: string) => readFileSync(inPostgres(name), 'utf8').trim()
  return `postgres://${user}:${read(passwordFile)}@127.0.0.1:${read('port')}/our_print`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`
}
