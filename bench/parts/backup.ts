import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as snapshot from '../../server/src/backup/snapshot.queries.ts'
import { connect, type Pool } from '../../server/src/database/db.ts'
import { median } from '../compare.ts'
import { openSession } from '../openSession.ts'
import { mib, milliseconds } from '../report/format.ts'
import { nodeFlags, ready, root, type Server } from '../servers.ts'
import { type Bench, quantile, type Section } from './part.ts'

const rounds = 2

/** `npm run backup` of a running demo shop, in turn with PostgreSQL's COPY of the same tables into files. */
export async function measureBackup({ folder, port, sizes, say }: Bench): Promise<Section> {
  const orders = sizes.at(-1) ?? 0
  const dataDir = join(folder, `backup-${orders}`)
  await mkdir(dataDir, { recursive: true })
  say('Starting the demo shop; the first time it is created')
  const demo = start(dataDir, port, 'server/src/main.ts', '--demo', '--orders', String(orders))
  const server = await ready(demo, `http://127.0.0.1:${port}`, '/readyz')
  const own = connect(urlOf(dataDir, 'our_print', 'password'), { max: 1 })
  const isSplit = existsSync(join(dataDir, 'postgres', 'superuser-password'))
  const superuser = connect(urlOf(dataDir, 'postgres', isSplit ? 'superuser-password' : 'password'), {
    max: 1,
  })
  try {
    const copy = () => copyBare(own, superuser, join(dataDir, 'postgres', 'bare-copy'))
    return await measure({ server, own, copy, backUp: () => backUp(dataDir, port) }, orders)
  } finally {
    await own.end()
    await superuser.end()
    await server.stop()
  }
}

type Shop = {
  server: Server
  own: Pool
  copy: () => Promise<number>
  backUp: () => Promise<{ seconds: number; bytes: number; memory: number }>
}

async function measure({ server, own, copy, backUp }: Shop, orders: number): Promise<Section> {
  const [admin] = await own<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const token = await openSession(own, admin.id)
  const done: { bare: number; made: Awaited<ReturnType<typeof backUp>> }[] = []
  for (let round = 0; round < rounds; round++) done.push({ bare: await copy(), made: await backUp() })
  const idle = await readBeside(server, token, sleep(10_000))
  const beside = await readBeside(server, token, backUp())
  const copying = await readBeside(server, token, copy())
  const ratio = median(done.map(({ bare, made }) => made.seconds / bare))
  const memory = Math.max(...done.map(({ made }) => made.memory))
  const seconds = median(done.map(({ made }) => made.seconds))
  return {
    about: `\`npm run backup\` of a demo shop with ${orders.toLocaleString('en')} orders, compared with PostgreSQL's \`COPY\` of the same tables into files. \`COPY\` uses one core and compresses nothing; a backup also reads, hashes and compresses in a process of its own.`,
    rows: [
      {
        work: 'backup',
        measured: `${seconds.toFixed(1)} s, ${mib(done[0]?.made.bytes ?? 0)}`,
        beside: `${ratio.toFixed(2)} of \`COPY\` (${median(done.map(({ bare }) => bare)).toFixed(1)} s)`,
        target: '≤ 1.5',
        isKept: ratio <= 1.5,
      },
      {
        work: 'memory of the backup command',
        measured: mib(memory),
        target: '< 150 MiB',
        isKept: memory < 150 * 2 ** 20,
      },
      {
        work: 'a list beside a backup',
        measured: `p99 ${milliseconds(beside)}`,
        beside: `${(beside / idle).toFixed(1)} of idle; beside the bare \`COPY\` ${(copying / idle).toFixed(1)}`,
        target: '≤ 3',
        isKept: beside / idle <= 3,
      },
    ],
  }
}

function start(dataDir: string, port: number, file: string, ...given: string[]): ChildProcess {
  const node = file.endsWith('main.ts') ? nodeFlags.server : nodeFlags.command
  const { DATABASE_URL: _other, ...rest } = process.env
  return spawn(process.execPath, [...node.flags, fileURLToPath(new URL(file, root)), ...given], {
    env: { ...node.env, ...rest, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** PostgreSQL writes one file per table; returns seconds. */
async function copyBare(own: Pool, superuser: Pool, copies: string): Promise<number> {
  await rm(copies, { recursive: true, force: true })
  await mkdir(copies)
  await chmod(copies, 0o777)
  try {
    const tables = await snapshot.tablesToCopy(own)
    const since = performance.now()
    for (const { name, columns } of tables) {
      await superuser.unsafe(`copy ${name} (${columns.join(', ')}) to '${join(copies, `${name}.tsv`)}'`)
    }
    return (performance.now() - since) / 1000
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}

/** Runs the backup command in a process of its own and watches its memory. */
async function backUp(dataDir: string, port: number) {
  const target = join(dataDir, 'bench.tar')
  await rm(target, { force: true })
  const since = performance.now()
  const child = start(dataDir, port, 'server/src/backupCommand.ts', target)
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
  return quantile(0.99, times)
}

function urlOf(dataDir: string, user: string, passwordFile: string): string {
  const read = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  return `postgres://${user}:${read(passwordFile)}@127.0.0.1:${read('port')}/our_print`
}
