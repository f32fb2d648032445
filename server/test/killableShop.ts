import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Pool } from '../src/lib/db.ts'
import { killTree } from './childProcesses.ts'
import { startServer } from './serverProcess.ts'

export type KillableShop = Awaited<ReturnType<typeof openKillableShop>>

/** A whole shop as it is run, server and PostgreSQL in processes of their own, which can be killed as by a power cut. */
export async function openKillableShop(
  admin: { email: string; password: string },
  more: Record<string, string> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'our-print-killable-'))
  const server = await startServer({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...more,
  })
  const inPostgres = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  const urlOf = (user: string) =>
    `postgres://${user}:${inPostgres('password')}@127.0.0.1:${inPostgres('port')}/our_print`

  const { url } = server
  const shop = {
    url,
    dataDir,
    databaseUrl: () => urlOf('our_print'),
    superuserUrl: () => urlOf('postgres'),
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
    reopen: () => server.reopen(),
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
