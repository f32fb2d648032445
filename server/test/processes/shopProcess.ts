import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Pool } from '../../src/base/database/db.ts'
import { killTree } from './childProcesses.ts'
import { startServer } from './serverProcess.ts'

export type ShopProcess = Awaited<ReturnType<typeof startShopProcess>>

/** The server with its embedded PostgreSQL in separate processes, which a test can kill as a power cut would. */
export async function startShopProcess(
  admin: { email: string; password: string },
  more: Record<string, string> = {},
  /** A command that the server's command line is appended to, for example `unshare`. */
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
    /** Signs the super admin in and returns the token. */
    async signIn() {
      const reply = await fetch(`${url}/api/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
      })
      return ((await reply.json()) as { token: string }).token
    },
    /** `kill -9` of the server alone; PostgreSQL keeps running. */
    killServer: () => server.kill(),
    /** `kill -9` of all PostgreSQL processes at once, so that its shared memory is lost. */
    killPostgres() {
      killTree(Number(inPostgres('cluster/postmaster.pid').split('\n')[0]))
    },
    /** PostgreSQL first, so that the server cannot restart it. */
    async killAll() {
      shop.killPostgres()
      await shop.killServer()
    },
    reopen: (changed: Record<string, string> = {}) => server.reopen(changed),
    /** The process id of the server. */
    pid: () => server.pid() ?? 0,
    stop: () => server.stop(),
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return shop
}

/** Opens a connection for one piece of work, because a kill breaks long-lived ones. */
export async function withDatabase<T>(url: string, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 1 })
  }
}

/** Files in DATA_DIR/incoming: uploads that are being received, or were when the process was killed. */
export async function listUnfinishedUploads(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'incoming'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && entry.name !== 'lock').map(({ name }) => name)
}
