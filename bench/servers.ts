import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@our-print/postgres/ports.ts'
import type { Job, Measured } from './load.ts'
import { childOf } from './processor.ts'

/** The checkout that this file belongs to. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** `pid` is the process that answers requests. */
export type Server = { url: string; pid: number; stop: () => Promise<void> }

/** Starts the product of a checkout as `npm start` does, with its log in the folder. */
export async function startProduct(checkout: string, databaseUrl: string, folder: string): Promise<Server> {
  mkdirSync(folder, { recursive: true })
  const log = openSync(join(folder, 'server.log'), 'w')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    PUBLIC_RATE_LIMIT: '100000000',
  }
  const script = join(checkout, 'scripts/start.mjs')
  const child = spawn(process.execPath, [script], { cwd: checkout, env, stdio: ['ignore', log, log] })
  const server = await ready(child, url, '/readyz')
  return { ...server, pid: childOf(server.pid) }
}

/** Starts the limit of a checkout, which knows the tables of that checkout. */
export async function startLimit(checkout: string, databaseUrl: string, publicUrl: string): Promise<Server> {
  const port = await freePort()
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), PUBLIC_URL: publicUrl }
  const script = join(checkout, 'bench/limit.ts')
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  return ready(child, `http://127.0.0.1:${port}`, '/')
}

/** Waits until the server answers this path with 200. */
async function ready(child: ChildProcess, url: string, path: string): Promise<Server> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([gone, sleep(15_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
  }
  process.once('exit', () => child.kill('SIGTERM'))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`)
    const response = await fetch(url + path).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return { url, pid: child.pid ?? Number.NaN, stop }
    await sleep(20)
  }
}

/** Starts the process that sends load. */
export function startLoad() {
  const child = fork(join(root, 'bench/load.ts'), { serialization: 'advanced' })
  return {
    run: (job: Job) =>
      new Promise<Measured>((resolve, reject) => {
        const lost = () => reject(new Error('the load process ended'))
        child.once('exit', lost)
        child.once('message', (measured: Measured) => {
          child.off('exit', lost)
          resolve(measured)
        })
        child.send(job)
      }),
    stop: () => child.kill(),
  }
}
