import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Pool } from '../src/database/db.ts'
import { killTree } from './childProcesses.ts'
import { startServer } from './serverProcess.ts'

export type KillableShop = Awaited<ReturnType<typeof openKillableShop>>

/** A whole shop as it is run, server and PostgreSQL in processes of their own, which can be killed as by a power cut. */
export async function openKillableShop(
  admin: { email: string; password: string },
  more: Record<string, string> = {},
  /** A program that starts the server in its own place, given as its last arguments: `unshare`, say. */
  launcher: () => string[] = () => [],
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'our-print-killable-'))
  const server = await startServer(
    {
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...more,
    },
    launcher,
  )
  const inPostgres = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  const urlOf = (user: string, passwordFile: string) =>
    `postgres://${user}:${inPostgres(passwordFile)}@127.0.0.1:${inPostgres('port')}/our_print`

  const { url } = server
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
    killServer: () => server.kill(),
    /** `kill -9` of every process of PostgreSQL at once: what is in its shared memory is gone. */
    killPostgres() {
      killTree(Number(inPostgres('cluster/postmaster.pid').split('\n')[0]))
    },
    /** Both, the database first: nobody is left to start it again. */
    async killAll() {
      shop.killPostgres()
      await shop.killServer()
    },
    reopen: (changed: Record<string, string> = {}) => server.reopen(changed),
    /** The process of the server. */
    pid: () => server.pid() ?? 0,
    stop: () => server.stop(),
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return shop
}

/** Connects for one piece of work: a kill in between leaves no broken connection behind. */
export async function withDatabase<T>(url: string, work: (db: Pool) => Promise<T>): Promise<T> {
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
