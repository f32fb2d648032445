import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Job, Measured, Request } from './load.ts'

export const root = new URL('..', import.meta.url)
type NodeFlags = { flags: string[]; env: Record<string, string> }
/** The Node flags of the server and of commands. */
export const nodeFlags = JSON.parse(readFileSync(new URL('scripts/nodeFlags.json', root), 'utf8')) as {
  server: NodeFlags
  command: NodeFlags
}
const inRoot = (path: string) => fileURLToPath(new URL(path, root))

export type Server = { url: string; pid: number; stop(): Promise<void> }

/** Starts our server as `npm start` does, with its log. */
export async function startOurs(
  databaseUrl: string,
  port: number,
  folder: string,
  more: Record<string, string> = {},
): Promise<Server> {
  mkdirSync(folder, { recursive: true })
  const log = openSync(`${folder}/server.log`, 'w')
  const url = `http://127.0.0.1:${port}`
  const { flags, env: nodeEnv } = nodeFlags.server
  const env = {
    ...nodeEnv,
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    ...more,
  }
  const child = spawn(process.execPath, [...flags, inRoot('server/src/main.ts')], {
    env,
    stdio: ['ignore', log, log],
  })
  return ready(child, url, '/readyz')
}

export async function startLimit(databaseUrl: string, port: number, publicUrl: string): Promise<Server> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), PUBLIC_URL: publicUrl }
  const child = spawn(process.execPath, [inRoot('bench/limit.ts')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return ready(child, `http://127.0.0.1:${port}`, '/')
}

/** Waits until the server answers this path with 200. */
export async function ready(child: ChildProcess, url: string, path: string): Promise<Server> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([gone, sleep(15_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
  }
  process.once('exit', () => child.kill('SIGKILL'))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`)
    const response = await fetch(url + path).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return { url, pid: child.pid ?? Number.NaN, stop }
    await sleep(10)
  }
}

/** Starts the process that sends load. */
export function startLoad() {
  const child = fork(inRoot('bench/load.ts'), { serialization: 'advanced' })
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

/** Milliseconds by path. */
export type Quantities = Record<string, number[]>

/** Starts a process that requests these paths all the time; `take` returns and clears its measurements. */
export function startReader({ url }: Server, token: string, paths: string[]) {
  const child = fork(inRoot('bench/parts/reader.ts'), [url, token, ...paths])
  const take = () =>
    new Promise<Quantities>((resolve) => {
      child.once('message', (times: Quantities) => resolve(times))
      child.send('take')
    })
  return {
    take,
    during: async (work: () => Promise<unknown>) => {
      await take()
      await work()
      return take()
    },
    stop: () => child.kill(),
  }
}

/** Fails unless both servers send the same response, apart from the signatures of file links. */
export async function expectSameResponses(ours: Server, limit: Server, requests: Request[]): Promise<void> {
  for (const { path, headers = {} } of requests) {
    const [a, b] = await Promise.all(
      [ours, limit].map(async ({ url }) => read(await fetch(url + path, { headers }))),
    )
    if (!a || !b || !isDeepStrictEqual(JSON.parse(a), JSON.parse(b))) {
      throw new Error(`The servers disagree on ${path}:\n${a?.slice(0, 500)}\n${b?.slice(0, 500)}`)
    }
  }
}

async function read(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} for ${response.url}: ${text}`)
  return text.replaceAll(/expires=\d+&signature=[\w-]+/g, 'signed')
}

/** Bytes of memory that our server reports in /metrics. */
export async function readMemory({ url }: Server): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}
