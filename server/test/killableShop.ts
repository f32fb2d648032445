import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '../src/lib/db.ts'
import { childProcesses } from './childProcesses.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type KillableShop = Awaited<ReturnType<typeof openKillableShop>>

/** A whole shop as it is run, server and PostgreSQL in processes of their own, which can be killed as by a power cut. */
export async function openKillableShop(
  admin: { email: string; password: string },
  more: Record<string, string> = {},
  /** A program that starts the server in its own place, given as its last arguments: `unshare`, say. */
  launcher: () => string[] = () => [],
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'our-print-killable-'))
  const port = await freePort()
  const settings = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...more,
  }
  const open = async () => {
    const command = [...launcher(), process.execPath, main]
    const child = spawn(command[0] ?? '', command.slice(1), {
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await untilOpen(child)
    return child
  }
  const state = { child: await open() }
  const inPostgres = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  const urlOf = (user: string, passwordFile: string) =>
    `postgres://${user}:${inPostgres(passwordFile)}@127.0.0.1:${inPostgres('port')}/our_print`

  const url = `http://127.0.0.1:${port}`
  const shop = {
    url,
    dataDir,
    databaseUrl: () => urlOf('our_print', 'password'),
    superuserUrl: () => urlOf('postgres', 'superuser-password'),
    /** A token of the super admin's. */
    async signIn() {
      const reply = await fetch(`${url}/api/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
      })
      return ((await reply.json()) as { token: string }).token
    },
    /** `kill -9` of the server alone: PostgreSQL lives on. */
    async killServer() {
      const ended = once(state.child, 'exit')
      state.child.kill('SIGKILL')
      await ended
    },
    /** `kill -9` of every process of PostgreSQL at once: what is in its shared memory is gone. */
    killPostgres() {
      const postmaster = Number(inPostgres('cluster/postmaster.pid').split('\n')[0])
      // Stopped first, or it could start one more while its children are listed.
      process.kill(postmaster, 'SIGSTOP')
      for (const pid of [...childProcesses(postmaster), postmaster]) kill(pid)
    },
    /** Both, the database first: nobody is left to start it again. */
    async killAll() {
      shop.killPostgres()
      await shop.killServer()
    },
    async reopen(changed: Record<string, string> = {}) {
      Object.assign(settings, changed)
      state.child = await open()
    },
    /** The process of the server. */
    pid: () => state.child.pid ?? 0,
    async stop() {
      const ended = once(state.child, 'exit')
      state.child.kill('SIGTERM')
      await ended
    },
    async close() {
      if (state.child.exitCode === null && state.child.signalCode === null) await shop.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return shop
}

/** Connects for one piece of work: a kill in between leaves no broken connection behind. */
export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 1 })
  }
}

/** What lies in the folders of processes for files that they are still looking at, or were when they were killed. */
export async function halfReceived(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'incoming'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && entry.name !== 'lock').map(({ name }) => name)
}

/** One that has just ended by itself is no mishap. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

function untilOpen(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        if (printed.includes('is open at http')) resolve()
      })
    }
    child.once('exit', (code) =>
      reject(new Error(`The shop ended with ${code} before it opened:\n${printed}`)),
    )
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
