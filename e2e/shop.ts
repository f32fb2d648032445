import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Pool } from '../server/src/base/database/db.ts'
import { openFolderStorage } from '../server/src/base/files/folderStorage.ts'
import { makeDatabaseFolder } from '../server/test/databaseFolder.ts'
import { expectInvariantsHold } from '../server/test/invariants.ts'

/** A shop started as by `npm start`, with its own data folder. */
export type Shop = {
  url: string
  printed: string
  /** Fails if a counter, a balance or a file does not match its rows. */
  expectInvariants(): Promise<void>
  /** Works on the shop's database, to make what would take long through the screens. */
  withDatabase<T>(work: (db: Pool) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts a shop and waits until it prints its address. */
export async function openShop(settings: Record<string, string>, ...parameters: string[]): Promise<Shop> {
  const dataDir = await makeDatabaseFolder()
  const PORT = String(await freePort())
  const child = spawn(process.execPath, ['scripts/start.mjs', ...parameters], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = await untilOpen(child)
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url: `http://127.0.0.1:${PORT}`,
    printed,
    expectInvariants: () => expectInvariants(dataDir),
    withDatabase: (work) => withDatabase(dataDir, work),
    stop,
  }
}

async function withDatabase<T>(dataDir: string, work: (db: Pool) => Promise<T>): Promise<T> {
  const inPostgres = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  const address = `postgres://our_print:${inPostgres('password')}@127.0.0.1:${inPostgres('port')}/our_print`
  const db = connect(address, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 1 })
  }
}

async function expectInvariants(dataDir: string): Promise<void> {
  const storage = await openFolderStorage(join(dataDir, 'files'))
  try {
    await withDatabase(dataDir, (db) => expectInvariantsHold(db, storage))
  } finally {
    await storage.close()
  }
}

function untilOpen(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        if (/is open at http\S+\n[\s\S]*\n\n/.test(printed)) resolve(printed)
      })
    }
    child.once('exit', (code) =>
      reject(new Error(`The shop ended with ${code} before it opened:\n${printed}`)),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
